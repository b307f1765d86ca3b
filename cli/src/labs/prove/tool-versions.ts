import packageJson from '../../../package.json' with { type: 'json' };
import { programsOf } from './programs-of.ts';
import type { ProofLab } from './proof-lab.ts';

/** Commands that print the version of a program, where it is not `<program> --version`. */
const VERSION_COMMANDS: Readonly<Record<string, string>> = {
  java: 'java -version',
  javac: 'javac -version',
  kubectl: 'kubectl version --client',
  mvn: 'mvn --version',
  mvnw: './mvnw --version',
  gradlew: './gradlew --version',
  go: 'go version',
};
/** Programs whose version says something about what a lab needs. */
const WORTH_NAMING =
  /^(?:bash|java|javac|mvn|mvnw|gradle|gradlew|node|npm|npx|git|psql|kubectl|docker|jq|python3?|curl|http|helm|go|yq|make)$/;
const SECONDS = 30;
const MAX_LENGTH = 120;

/** The version of this tool, and of the programs that the commands of a lab call. */
export async function toolVersions(
  lab: ProofLab,
  commands: readonly string[],
): Promise<{ name: string; version: string }[]> {
  const names = [...new Set(commands.flatMap(programsOf))].filter((name) => WORTH_NAMING.test(name)).sort();
  const tools = [{ name: 'academy', version: packageJson.version }];
  for (const name of names) {
    const script = `cd exercises 2>/dev/null; ${VERSION_COMMANDS[name] ?? `${name} --version`} 2>&1`;
    const { exitCode, stdout = '' } = await lab.script(script, [], SECONDS * 1_000);
    const line = stdout.split('\n').find((text) => /\d/.test(text));
    if (exitCode === 0 && line !== undefined) tools.push({ name, version: line.trim().slice(0, MAX_LENGTH) });
  }
  return tools;
}
