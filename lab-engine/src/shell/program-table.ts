import { awkWrong, grepWrong, sedWrong } from './language-rules.ts';
import type { Program } from './program-rules.ts';

/** Everything but what the pattern describes. */
const butNot = (pattern: RegExp): RegExp => new RegExp(`^(?!(?:${pattern.source})$)`, 's');
/** Functions of `jq` that give another result, or that jq of Debian does not have. */
const JQ_WRONG =
  /@(csv|text)\b|\b(match|capture|scan)\s*\([^)]*;\s*"g|\b(input|inputs|tostream|fromstream|isvalid|ascii|repeat|splits)\b(?!_)|from_entries\?|\$__loc__|\d{16}/;
const onlyNumber = butNot(/\d+/);

const GREP: Program = {
  options:
    '-i,--ignore-case,-y -n,--line-number -c,--count -v,--invert-match -l,--files-with-matches -L,--files-without-match -w,--word-regexp -x,--line-regexp -o,--only-matching -q,--quiet,--silent -h,--no-filename -r,--recursive,-R -E,--extended-regexp -F,--fixed-strings -G,--basic-regexp -e,--regexp= -f,--file= -H,--with-filename -s,--no-messages --color?,--colour -A,--after-context= -B,--before-context= -C,--context= -m,--max-count= --include= --exclude= --exclude-dir=',
  not: [...['-A', '-B', '-C', '-m'].map((name) => [name, onlyNumber] as const), ['--color', /always/]],
  wrong: grepWrong,
};

/**
 * The programs of the shell, and what it has right of each: held against Debian's bash and GNU tools by the cases in
 * `lab-engine/src/testing/debian`. What is not listed is refused.
 */
export const PROGRAMS: Readonly<Record<string, Program>> = {
  alias: { reads: 'none' },
  awk: { options: '-F,--field-separator= -v,--assign=', stops: true, wrong: awkWrong },
  base64: { options: '-d,--decode -w,--wrap=' },
  basename: { options: '-a,--multiple -s,--suffix=', not: [['*', /^\/+$/]] },
  bash: { options: '-c -e -u', stops: true, asWritten: true },
  cat: { options: '-n,--number -A,--show-all -E,--show-ends -T,--show-tabs -b,--number-nonblank -s,--squeeze-blank' },
  chmod: { options: '-R,--recursive', reads: 'none', not: [['*', /^--/]] },
  clear: {},
  column: { options: '-t,--table -s,--separator=' },
  comm: { options: '-1 -2 -3' },
  cp: { options: '-r,-R,--recursive -f,--force -n,--no-clobber -p' },
  curl: { reads: 'none' },
  cut: {
    options:
      '-d,--delimiter= -f,--fields= -c,--characters= -b,--bytes= -s,--only-delimited --complement --output-delimiter=',
  },
  date: {
    options: '-u,--utc,--universal -d,--date= -I,--iso-8601 -Iseconds -R,--rfc-email',
    not: [['*', /%:/]],
  },
  diff: { options: '-u,--unified -q,--brief' },
  dirname: {},
  echo: { reads: 'none' },
  egrep: GREP,
  env: {
    options: '-i',
    stops: true,
    asWritten: true,
    wrong: ({ operands, has }) => {
      if (has('-i') && operands.some((word) => /^(print)?env$/.test(word ?? ''))) return '-i before a list';
      const at = operands.findIndex((word) => word !== null && !word.includes('='));
      return at > 0 && /^(ba)?sh$/.test(operands[at] ?? '') ? 'env NAME=value before a shell' : null;
    },
  },
  expand: { options: '-t,--tabs=' },
  expr: { reads: 'none', not: [['2', /^:$/, '":"']] },
  false: { reads: 'none' },
  fgrep: GREP,
  find: {
    reads: 'words',
    options:
      '-name= -iname= -path= -ipath= -type= -maxdepth= -mindepth= -size= -empty -mtime= -regex= -not -o -or -a -and -prune -print -print0 -printf= -delete -depth -exec -perm=',
    not: [
      ['-type', butNot(/[fd]/)],
      ['-perm', /[^0-7]/],
      ['-size', butNot(/[+-]?\d+c/)],
      ['-printf', /%[^fpsP%]/],
    ],
    wrong: ({ options }) => {
      const names = options.map(([name]) => name);
      const at = names.indexOf('-exec');
      return at >= 0 && names.slice(at).some((name) => name !== '-exec') ? 'tests behind -exec' : null;
    },
  },
  fold: { options: '-w,--width= -s,--spaces' },
  grep: GREP,
  head: {
    options: '-n,--lines= -c,--bytes= -q,--quiet,--silent',
    number: '-n',
    not: [
      ['-n', butNot(/-?\d+/)],
      ['-c', onlyNumber],
    ],
  },
  history: { not: [['1', butNot(/\d+/)]] },
  hostname: {},
  id: { options: '-u -n', wrong: ({ has }) => (has('-u') && has('-n') ? null : 'anything but -un') },
  join: { options: '-t= -1= -2= -a= -v= -o=' },
  jq: {
    not: [['1', JQ_WRONG, 'a function of this program']],
    options:
      '-r,--raw-output -c,--compact-output -n,--null-input -s,--slurp -e,--exit-status -S,--sort-keys -R,--raw-input --tab --arg== --argjson== -f,--from-file -j,--join-output',
  },
  ln: {
    options: '-s,--symbolic -f,--force -n,--no-dereference',
    wrong: ({ has }) => (has('-s') ? null : 'links without -s'),
  },
  ls: {
    options:
      '-1 -a,--all -A,--almost-all -d,--directory -l -r,--reverse -R,--recursive -F,--classify -h,--human-readable',
  },
  md5sum: {},
  mkdir: { options: '-p,--parents -v,--verbose' },
  mktemp: { options: '-d,--directory -t' },
  mv: { options: '-f,--force -v,--verbose -n,--no-clobber' },
  nl: {
    options:
      '-b,--body-numbering= -w,--number-width= -s,--number-separator= -v,--starting-line-number= -n,--number-format=',
  },
  od: { options: '-c -A= -t=', not: [['-t', butNot(/x1/)]] },
  paste: { options: '-d,--delimiters= -s,--serial' },
  printenv: {},
  printf: { reads: 'none' },
  pwd: {},
  readlink: { options: '-f,--canonicalize' },
  realpath: {},
  rev: {},
  rm: { options: '-r,-R,--recursive -f,--force -v,--verbose' },
  rmdir: { options: '-p,--parents' },
  sed: {
    options: '-n,--quiet,--silent -E,-r,--regexp-extended -i,--in-place? -e,--expression= -f,--file=',
    wrong: sedWrong,
  },
  seq: { options: '-s,--separator= -w,--equal-width', negative: true },
  sh: { options: '-c -e -u', stops: true, asWritten: true },
  sha1sum: {},
  sha256sum: {},
  sleep: {},
  sort: {
    options:
      '-n,--numeric-sort -r,--reverse -u,--unique -f,--ignore-case -k,--key= -t,--field-separator= -o,--output= -c,--check -h,--human-numeric-sort -s,--stable -b,--ignore-leading-blanks -g,--general-numeric-sort -V,--version-sort',
    not: [['*', /^\+\d/]],
  },
  split: { options: '-l,--lines=' },
  stat: {
    options: '-c,--format=',
    not: [['-c', /%[^sanF%]/]],
    wrong: ({ has }) => (has('-c') ? null : 'a list without -c'),
  },
  tac: {},
  tail: {
    options: '-n,--lines= -c,--bytes= -q,--quiet',
    number: '-n',
    not: [
      ['-n', butNot(/\+?\d+/)],
      ['-c', onlyNumber],
    ],
    wrong: ({ isNumbered, operands }) => (isNumbered && operands.length > 1 ? 'a number with several files' : null),
  },
  tee: { options: '-a,--append' },
  time: { stops: true, asWritten: true },
  timeout: { stops: true, not: [['1', butNot(/\d+(\.\d+)?s?/)]] },
  touch: { options: '-c,--no-create -d,--date=' },
  tr: {
    options: '-d,--delete -s,--squeeze-repeats -c,-C,--complement',
    wrong: ({ has }) => (has('-d') && has('-s') ? '-d together with -s' : null),
  },
  tree: { options: '-d -L=' },
  true: { reads: 'none' },
  unalias: { options: '-a' },
  unexpand: { options: '-a' },
  uname: { options: '-s' },
  uniq: { options: '-c,--count -d,--repeated -u,--unique -i,--ignore-case', not: [['2', /./, 'a second file']] },
  wc: { options: '-l,--lines -w,--words -c,--bytes -m,--chars' },
  which: {},
  whoami: {},
  xargs: {
    options:
      '-I,-i,--replace= -n,--max-args= -0,--null -d,--delimiter= -r,--no-run-if-empty -t,--verbose -P,--max-procs=',
    stops: true,
  },
};

/** Commands of the shell itself, which are held against what is written in a command only. */
export const BUILTIN_RULES: Readonly<Record<string, Program>> = {
  command: {
    options: '-v -V -p',
    stops: true,
    wrong: ({ operands, has }) => (has('-v') && operands.length > 1 ? '-v of several names' : null),
  },
  exec: { wrong: ({ operands }) => (operands.length > 0 ? 'exec of a program' : null), stops: true },
  help: { wrong: () => 'help' },
  mapfile: { options: '-t -n=' },
  readarray: { options: '-t -n=' },
  read: { options: '-r -a= -p= -d= -n= -t= -s' },
  shopt: {
    options: '-s -u -q -p',
    not: [['*', butNot(/extglob|globstar|dotglob|nullglob|failglob|nocasematch|lastpipe|expand_aliases/)]],
    wrong: ({ operands }) => (operands.length === 0 ? 'the list of its options' : null),
  },
  unset: { options: '-f -v', not: [['*', /^HOME$/]] },
};

/** Programs and commands of Debian that learners meet, and this shell does not have. */
export const MISSING: ReadonlySet<string> = new Set(
  `file du strings trap select coproc jobs fg bg kill disown suspend umask ulimit times caller fc complete compgen bind enable logout wait hash
  apt apt-get dpkg tar gzip gunzip zcat zgrep bzip2 xz zip unzip git make gcc cc g++ gdb cmake python3 python pip perl ruby node npm java javac mvn gradle
  bc dc factor numfmt shuf tsort fmt pr csplit sdiff cmp patch iconv look xxd hexdump truncate dd install mkfifo chown chgrp df free uptime
  ps top pgrep pkill pidof lsof nice renice nohup watch groups nproc arch logname who w users last cal tput stty tty reset script
  less more man info vi vim nano emacs ed ex ssh scp rsync wget nc telnet ping ip ss netstat dig host nslookup systemctl service journalctl crontab at su sudo
  mount umount sync lsblk fdisk tmux screen envsubst yes sqlite3 psql mysql yq openssl gpg sha512sum sha224sum sha384sum cksum sum b2sum base32 unlink link shred stdbuf rename logger getopt mcookie lscpu dmesg passwd useradd adduser locate updatedb strace ltrace ldd nm objdump readelf ar ld as m4 flex bison`.split(
    /\s+/,
  ),
);
