#!/bin/sh
# Plays a match as a job array of Slurm, and puts its parts together (docs/matches.md).
# usage: examples/match_slurm.sh FOLDER PARTS PLAYER PLAYER... [OPTIONS]
# Run again, it goes on with what FOLDER has. The program is $CANASTA, or build/canasta; what
# sbatch is to be told besides stands in variables of its own, such as SBATCH_PARTITION.
set -eu
folder=$1 parts=$2 canasta=${CANASTA:-build/canasta}
shift 2
part=${SLURM_ARRAY_TASK_ID:-}
if [ -n "$part" ]; then # in a job of the array
    exec "$canasta" match "$@" --threads 1 --part "$part/$parts" \
        --state "$folder/$part.part"
fi
mkdir -p "$folder"
sbatch --quiet --wait --requeue --array="1-$parts" --output="$folder/%a.log" \
    "$0" "$folder" "$parts" "$@"
"$canasta" match --merge "$folder"/*.part
