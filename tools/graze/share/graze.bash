# SPDX-License-Identifier: MIT
# Completion of the program graze for bash.
_graze() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} options
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ] || { [ "$COMP_CWORD" -eq 2 ] && [ "$command" = help ]; }; then
        mapfile -t COMPREPLY < <(compgen -W "check convert distance info ray help --help --version" -- "$word")
        return
    fi
    case $before in
    --units) mapfile -t COMPREPLY < <(compgen -W "m cm mm in ft" -- "$word") && return ;;
    --sort) mapfile -t COMPREPLY < <(compgen -W "depth name" -- "$word") && return ;;
    esac
    options="--help --json --units --joint --srdf"
    case $command in
    check) options+=" --clearance --tolerance --ignore --sort --threads" ;;
    ray) options+=" --from --to --along --first" ;;
    convert) options="--help --segments --units --joint --srdf" ;;
    esac
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -o filenames -F _graze graze
