#!/bin/sh
#SBATCH --array=1-4
#SBATCH --cpus-per-task=2
#SBATCH --signal=B:TERM@60
#SBATCH --requeue
# Each task plays a shard. A minute before its end it receives SIGTERM. Its
# games may then go on for 50 seconds, and it asks to be queued again.
# When all shards are finished, merge them:
#   reviver tournament merge shards/journal-*.jsonl --out result
reviver tournament tournament.toml --resume --out shards --grace 50s \
  --concurrency "$SLURM_CPUS_PER_TASK" \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" &
trap 'kill -TERM $!' TERM
wait $!
code=$?
while kill -0 $! 2>/dev/null; do
  wait $!
  code=$?
done
if [ "$code" -eq 75 ]; then
  scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
fi
exit "$code"
