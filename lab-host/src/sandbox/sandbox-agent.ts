import { AGENT_FOLDER, SANDBOX_HOME } from './bwrap-arguments.ts';

/** Path of the sandbox agent's program in a sandbox. */
export const AGENT_PATH = '/opt/lab/agent';
/** Open files for the terminals, by their names. */
export const TERMINAL_FILES: Readonly<Record<string, number>> = { 1: 4, 2: 5, 3: 6 };

/** Processes (an environment may allow more), open files, blocks of 1024 bytes per file. */
const LIMITS = `ulimit -u "\${LAB_PROCESSES:-128}"; ulimit -n 1024; ulimit -f 262144; ulimit -c 0`;

/**
 * Where labs see what builds of their environment have fetched: what begins with a dot is of the home folder, `gradle` is
 * a cache that Gradle reads where it lies.
 */
export const WARM_PATH = '/warm';

/**
 * Lays what builds have fetched into the home folder: links, which take no memory of the lab. Notes that Maven itself
 * writes again are copies.
 */
export const WARM_UP = `if [ -d ${WARM_PATH} ]; then
  cp -rs ${WARM_PATH}/.[!.]* .
  (cd ${WARM_PATH} && find .[!.]* -type f \\( -name '_remote.repositories' -o -name 'maven-metadata*' -o -name '*.properties' \\) -print0 |
    xargs -0 -r cp --parents --remove-destination -t ${SANDBOX_HOME})
fi`;

/** Made by the agent before anything is laid into the home folder, except what builds have fetched. */
export const BEGAN = `${AGENT_FOLDER}/began`;

/** What the set-up of a lab leaves for every shell and check: variables and programs of its packages. */
export const SET_UP_PROFILE = `${AGENT_FOLDER}/profile`;
/** One line about scripts of the set-up that have failed, for the learner. */
export const SET_UP_PROBLEM = `${AGENT_FOLDER}/set-up-failed`;

/** Path of the settings of interactive shells. */
export const SHELL_PATH = '/opt/lab/shell';

/**
 * Settings of interactive shells. The prompt reports to the page when a command has ended, and its status, in a
 * sequence that terminals do not display.
 */
export const SHELL = String.raw`PS1='\[\e[1;34m\]\w\[\e[0m\] $ '
PROMPT_COMMAND='printf "\e]133;D;%s\a" "$?"'
HISTFILE=
if [ -f ${SET_UP_PROFILE} ]; then . ${SET_UP_PROFILE}; fi
if [ -f ${SET_UP_PROBLEM} ]; then cat ${SET_UP_PROBLEM}; fi
if [ -f ~/.bashrc ]; then . ~/.bashrc; fi
`;

/**
 * The first process in a learner's sandbox, the sandbox agent. It opens terminals and runs scripts for the server,
 * which never enters a sandbox from outside. Its replies are as trustworthy as the learner: the server validates them.
 *
 * A line on its input is a request: `terminal <name> <file>`, `close <first file> <last file>`, or `run <id> <seconds> <bytes of script> <bytes of input>
 * <most bytes of output>` followed by script and input. It replies `<id> <exit status> <bytes>` followed by the output.
 */
export const AGENT = `#!/bin/bash
exec 2>/dev/null
${LIMITS}
# When memory is short, labs are ended before anything else of the machine.
echo 1000 > /proc/self/oom_score_adj
terminal() {
  local open="stty rows 24 cols 80; tty > ${AGENT_FOLDER}/terminal-$1; cd exercises 2>/dev/null; exec bash --rcfile ${SHELL_PATH}"
  while :; do
    script -qefc "$open" -E always /dev/null <&$2 >&$2 2>&$2
    sleep 0.3
  done
}
run() {
  local at=${AGENT_FOLDER}/$1 status size
  timeout -k 1 "$2" bash "$at.script" < "$at.input" > "$at.output" 2>&1
  status=$?
  size=$(stat -c %s "$at.output")
  if [ "$size" -gt "$3" ]; then size=$3; fi
  {
    flock 9
    printf '%s %s %s\\n' "$1" "$status" "$size"
    head -c "$size" "$at.output"
  } 9> ${AGENT_FOLDER}/lock
  rm -f "$at".*
}
cd ${SANDBOX_HOME}
${WARM_UP}
: > ${BEGAN}
printf '0 0 0\\n'
while read -r what name first script input most; do
  case $what in
    # Jobs of their own, so that Ctrl-C means something in them.
    terminal) set -m; terminal "$name" "$first" < /dev/null > /dev/null & set +m ;;
    close) for ((; name <= first; name++)); do eval "exec $name<&-"; done ;;
    run)
      head -c "$script" > ${AGENT_FOLDER}/$name.script
      head -c "$input" > ${AGENT_FOLDER}/$name.input
      run "$name" "$first" "$most" < /dev/null &
      ;;
  esac
done
`;

/** Quotes any text as one word of a shell script. */
export const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Result of a script. */
export interface AgentReply {
  id: number;
  status: number;
  output: Buffer;
}

const MAX_HEAD_LENGTH = 100;

/** Parses the agent's replies from a stream; throws for anything else. */
export class AnswerReader {
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #length = 0;
  #head: { id: number; status: number; size: number } | null = null;

  /** @param maxBytes of one reply */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** @throws Error when this is no reply of the agent */
  read(piece: Buffer): AgentReply[] {
    this.#pieces.push(piece);
    this.#length += piece.length;
    const answers: AgentReply[] = [];
    for (;;) {
      if (this.#head === null) {
        const all = this.#joined();
        const end = all.indexOf(10);
        if (end === -1 && all.length > MAX_HEAD_LENGTH) throw new Error('the sandbox agent sent an invalid reply');
        if (end === -1) return answers;
        const words = /^(\d{1,9}) (\d{1,3}) (\d{1,9})$/.exec(all.toString('latin1', 0, end));
        if (words === null) throw new Error('the sandbox agent sent an invalid reply');
        const [id = 0, status = 0, size = 0] = words.slice(1).map(Number);
        if (size > this.#maxBytes) throw new Error('the sandbox agent sent too much');
        this.#head = { id, status, size };
        this.#keep(all.subarray(end + 1));
      }
      const { id, status, size } = this.#head;
      if (this.#length < size) return answers;
      const all = this.#joined();
      answers.push({ id, status, output: all.subarray(0, size) });
      this.#head = null;
      this.#keep(all.subarray(size));
    }
  }

  #joined(): Buffer {
    const all = this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces);
    this.#pieces = [all];
    return all;
  }

  #keep(rest: Buffer): void {
    this.#pieces = [rest];
    this.#length = rest.length;
  }
}
