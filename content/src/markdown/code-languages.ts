import { type bundledLanguages, bundledLanguagesInfo } from 'shiki/langs';

export type Grammar = keyof typeof bundledLanguages;

export interface CodeLanguage {
  /** Text of the label. */
  label: string;
  /** The grammar, null for plain text. */
  grammar: Grammar | null;
}

/** Languages whose usual names the highlighter does not know, or labels otherwise; the words are in lower case. */
const OWN: readonly (readonly [label: string, grammar: Grammar | null, words: string])[] = [
  ['Java', 'java', 'java'],
  ['Kotlin', 'kotlin', 'kotlin kt kts'],
  ['Groovy', 'groovy', 'groovy gradle jenkinsfile jenkins'],
  ['Shell', 'shellscript', 'bash shell sh zsh shellscript shell-script ksh ash dash csh tcsh curl'],
  ['Console', 'shellsession', 'console shellsession terminal shell-session sh-session bash-session session'],
  ['Batch', 'bat', 'bat batch cmd dos'],
  ['PowerShell', 'powershell', 'powershell ps1 pwsh posh powershell-session'],
  ['YAML', 'yaml', 'yaml yml compose docker-compose kubernetes k8s openapi ansible helm'],
  ['JSON', 'json', 'json jsonc avsc avro'],
  ['JSON', 'jsonl', 'jsonl ndjson'],
  ['TOML', 'toml', 'toml'],
  ['XML', 'xml', 'xml pom svg xsd xslt wsdl rss atom plist xaml'],
  ['HTML', 'html', 'html htm xhtml markup thymeleaf velocity jsp jspx freemarker'],
  ['CSS', 'css', 'css'],
  ['Properties', 'properties', 'properties property props manifest mf'],
  ['INI', 'ini', 'ini conf cfg config cnf editorconfig gitconfig'],
  ['Environment', 'dotenv', 'dotenv env'],
  [
    'SQL',
    'sql',
    'sql psql postgresql postgres mysql mariadb sqlite sqlite3 tsql t-sql mssql plpgsql hive hql h2 ddl dml',
  ],
  ['PL/SQL', 'plsql', 'plsql pl/sql oracle'],
  ['Dockerfile', 'docker', 'dockerfile docker containerfile'],
  ['GraphQL', 'graphql', 'graphql gql graphqls'],
  ['JavaScript', 'javascript', 'javascript js mjs cjs node nodejs'],
  ['JSX', 'jsx', 'jsx'],
  ['TypeScript', 'typescript', 'typescript ts mts cts'],
  ['TSX', 'tsx', 'tsx'],
  ['PHP', 'php', 'php'],
  ['Python', 'python', 'python py python3 py3 pyspark pycon ipython'],
  ['Starlark', 'python', 'starlark skylark bazel bzl'],
  ['Go', 'go', 'go golang'],
  ['Rust', 'rust', 'rust rs'],
  ['Ruby', 'ruby', 'ruby rb irb'],
  ['C#', 'csharp', 'csharp cs c# dotnet'],
  ['Visual Basic', 'vb', 'vb vbnet vb.net visualbasic vba basic'],
  ['Scala', 'scala', 'scala sbt'],
  ['Protocol Buffers', 'proto', 'proto protobuf proto3'],
  ['HCL', 'hcl', 'hcl terraform tf'],
  ['HTTP', 'http', 'http https rest'],
  ['Markdown', 'markdown', 'markdown md'],
  ['Diff', 'diff', 'diff patch udiff'],
  ['Makefile', 'make', 'makefile make gnumake'],
  ['Nginx', 'nginx', 'nginx nginxconf'],
  ['Apache', 'apache', 'apache apacheconf htaccess'],
  ['systemd', 'systemd', 'systemd service unit'],
  ['SSH config', 'ssh-config', 'ssh-config sshconfig ssh_config'],
  ['Assembly', 'asm', 'asm nasm assembly assembler armasm x86asm'],
  ['C', 'c', 'c opencl'],
  ['C++', 'cpp', 'cpp c++ cxx cc hpp cuda cu'],
  ['Fortran', 'fortran-free-form', 'fortran f90 f95'],
  ['Pascal', 'pascal', 'pascal delphi'],
  ['SystemVerilog', 'system-verilog', 'systemverilog sv'],
  ['Gherkin', 'gherkin', 'gherkin feature cucumber'],
  ['Handlebars', 'handlebars', 'handlebars hbs mustache'],
  ['reStructuredText', 'rst', 'rst restructuredtext'],
  ['LaTeX', 'latex', 'latex math'],
  ['Clojure', 'clojure', 'clojure clj edn cljs'],
  ['PromQL', null, 'promql logql'],
  ['Rego', null, 'rego opa'],
  ['LDIF', null, 'ldif'],
  ['CEL', null, 'cel'],
  ['jq', null, 'jq'],
  ['Go template', null, 'gotmpl gotemplate go-template gohtml'],
  ['Crontab', null, 'crontab cron'],
  ['Grammar', null, 'bnf ebnf abnf antlr antlr4 g4'],
  ['Thrift', null, 'thrift'],
  ['Robot Framework', null, 'robot robotframework'],
  ['Zone file', null, 'zone bind dns hosts'],
  ['HAProxy', null, 'haproxy'],
  ['Caddyfile', null, 'caddy caddyfile'],
  ['Ignore list', null, 'gitignore dockerignore ignore'],
  ['Log', null, 'log logs logfile'],
  ['Output', null, 'output out stdout stderr result results response'],
  ['CSV', null, 'csv tsv'],
  ['URL', null, 'url uri'],
  [
    'Text',
    null,
    'text txt plain plaintext plain_text plain-text no-highlight nohighlight none raw ascii asciiart input prompt pseudocode tree',
  ],
];

let languages: ReadonlyMap<string, CodeLanguage> | null = null;

/** All names: the highlighter's languages with their second names, and our own. */
function allLanguages(): ReadonlyMap<string, CodeLanguage> {
  const all = new Map<string, CodeLanguage>();
  for (const { id, name, aliases = [] } of bundledLanguagesInfo)
    for (const word of [id, ...aliases]) all.set(word.toLowerCase(), { label: name, grammar: id as Grammar });
  for (const [label, grammar, words] of OWN) for (const word of words.split(' ')) all.set(word, { label, grammar });
  return all;
}

/** The language that a word means, in capitals or not; null for an unknown one. */
export function codeLanguage(word: string): CodeLanguage | null {
  languages ??= allLanguages();
  return languages.get(word.toLowerCase()) ?? null;
}
