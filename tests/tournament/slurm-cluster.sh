#!/bin/bash
# Plays two events under a real Slurm on this machine with src/cli/tournament/slurm.sh. Compares the
# results with those of the same events played without Slurm. The events:
#   1. a gauntlet in an array of four tasks. In the middle of it the node dies: slurmd, its steps
#      and all engines are killed at once. Then slurmd is started again.
#   2. a match with a sequential test (SPRT). All four tasks must end when the SPRT is decided.
# Usage, as root: tests/tournament/slurm-cluster.sh [PROGRAM]    (default: target/release/reviver)
# It needs the Debian packages slurmctld, slurmd, slurm-client and munge. It uses ports 16817 and
# 16818. At its end it stops all its processes. It keeps its folder in /tmp only if it fails.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
program=$(realpath "${1:-$here/target/release/reviver}")
script=$here/src/cli/tournament/slurm.sh
work=$(mktemp -d /tmp/slurm-cluster.XXXXXX)
conf=$work/slurm.conf
node=$(hostname -s)
mkdir "$work/state" "$work/spool" "$work/bin"
ln -s "$program" "$work/bin/reviver"

say() { echo "$(date -u +%T) $*"; }
slurm() { env SLURM_CONF="$conf" PATH="$work/bin:$PATH" "$@"; }

# The processes of the node: slurmd, its steps, the tasks and their engines. All have SLURM_CONF in
# their environment. The controller, slurmctld, has not.
node_processes() {
  local process
  for process in /proc/[0-9]*; do
    if grep -qzx "SLURM_CONF=$conf" "$process/environ" 2>/dev/null; then
      echo "${process#/proc/}"
    fi
  done
}

kill_node() {
  local processes
  processes=$(node_processes)
  # First stops all processes, so that none can react to the end of another.
  kill -STOP $processes 2>/dev/null || true
  kill -KILL $processes 2>/dev/null || true
}

end_all() {
  local code=$?
  kill_node
  for daemon in slurmctld munged; do
    if [ -s "$work/$daemon.pid" ]; then kill "$(cat "$work/$daemon.pid")" 2>/dev/null || true; fi
  done
  sleep 1
  if [ "$code" -eq 0 ]; then rm -rf "$work"; else echo "failed; see $work" >&2; fi
}
trap end_all EXIT
trap 'exit 1' INT TERM

dd if=/dev/urandom of="$work/munge.key" bs=128 count=1 status=none
chmod 600 "$work/munge.key"
cat >"$conf" <<CONF
ClusterName=reviver
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$work/munge.sock,cred_expire=5
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
SlurmdTimeout=10
KillWait=5
MpiDefault=none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
NodeName=$node NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=all Nodes=$node Default=YES MaxTime=INFINITE State=UP
CONF

start_node() { slurm slurmd -f "$conf"; }

munged --force --key-file="$work/munge.key" --socket="$work/munge.sock" --pid-file="$work/munged.pid" \
  --log-file="$work/munged.log" --seed-file="$work/munge.seed"
slurmctld -f "$conf"
start_node
until slurm sinfo -h -o %T 2>/dev/null | grep -q idle; do sleep 1; done
say "Slurm $(slurm sinfo --version | cut -d' ' -f2) runs"

# The number of games in the journals.
games() { cat shards/journal-*.jsonl 2>/dev/null | grep -c '"game"' || true; }
wait_for_jobs() {
  while [ -n "$(slurm squeue -h)" ]; do sleep 1; done
}
# Merges the journals, plays the event without Slurm, and compares the files of both.
compare() {
  reviver() { "$work/bin/reviver" "$@"; }
  reviver tournament merge shards/journal-*.jsonl --out result >/dev/null
  reviver tournament tournament.toml --out whole >/dev/null 2>&1
  for file in games.pgn forward.pgn report.json report.html; do
    cmp "whole/$file" "result/$file"
  done
}

say "1. a node dies in the middle of a gauntlet"
mkdir "$work/gauntlet" && cd "$work/gauntlet"
cat >tournament.toml <<'EVENT'
event = "Gauntlet"
format = "gauntlet"
variants = "all"
rounds = 4
seed = 7
[limits]
nodes = 400
[options]
Hash = 1
[[engine]]
name = "One"
[[engine]]
name = "Half"
limits = { nodes = 200 }
[[engine]]
name = "Shallow"
limits = { depth = 1 }
EVENT
slurm sbatch --output=task-%a.log --open-mode=append "$script"
until [ "$(games)" -ge 20 ]; do sleep 0.2; done
kill_node
say "the node was killed after $(games) games; $(slurm squeue -h -o %T | sort | uniq -c | tr '\n' ' ')"
start_node
wait_for_jobs
say "$(games) games are in the journals"
compare
say "the merged files are those of the event played without Slurm"

say "2. a sequential test ends all tasks"
mkdir "$work/sprt" && cd "$work/sprt"
cat >tournament.toml <<'EVENT'
format = "match"
variants = ["ssehc"]
rounds = 3000
limits = { nodes = 200 }
adjudication = { ply-limit = 60 }
sprt = { elo0 = 0, elo1 = 200, scale = "logistic" }
openings = { source = "random", random-plies = 6 }
options = { Hash = 1 }
[[engine]]
name = "strong"
[[engine]]
name = "weak"
limits = { depth = 1, nodes = 2 }
EVENT
slurm sbatch --output=task-%a.log --open-mode=append "$script"
wait_for_jobs
say "$(games) of 6000 games were played; $(cat shards/stop.json)"
[ "$(grep -l 'has ended after' task-*.log | wc -l)" -eq 4 ]
compare
say "the merged files are those of the event played without Slurm"
