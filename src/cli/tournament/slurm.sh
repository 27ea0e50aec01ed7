#!/bin/sh
#SBATCH --array=1-4
#SBATCH --cpus-per-task=2
#SBATCH --signal=B:TERM@60
#SBATCH --requeue
# Each task plays a shard of the event. Slurm sends SIGTERM one minute before
# the time limit of the task. The games in progress may then go on for 50
# seconds. After that, the script puts an unfinished task into the queue again.
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
