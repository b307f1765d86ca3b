import { expect, it } from 'vitest';
import { programsOf } from './programs-of.ts';

it.each([
  ['ls -l', ['ls']],
  ['cd x && ./mvnw test | tee log', ['mvnw', 'tee']],
  ['for one in a b; do cat $one; done', ['cat']],
  ['A=1 B=2 sudo java -jar x.jar > out 2>&1 &', ['java']],
  ['echo "$(git log)" # then kubectl', ['git']],
  ["jq -r 'a | b' file; awk '{ print; exit }'", ['jq', 'awk']],
  ['cat <<EOF > x\nkubectl get pods\nEOF\nnode x', ['cat', 'node']],
  ['if grep -q a b; then sort c; fi', ['grep', 'sort']],
  ['', []],
])('the programs of %j are %j', (command, programs) => {
  expect(programsOf(command)).toEqual(programs);
});
