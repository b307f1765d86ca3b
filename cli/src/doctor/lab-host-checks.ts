import { askHost } from '@academy/labs/lab-hosts/host-client';
import { ANY_HOST } from '@academy/labs/lab-hosts/protocol';
import { type Finding, warning, well, wrong } from './check.ts';

/** Whether each lab host of the settings answers. */
export async function labHostFindings(hosts: Readonly<Record<string, string>>, secret: string): Promise<Finding[]> {
  const findings = await Promise.all(
    Object.entries(hosts).map(async ([name, address]): Promise<Finding[]> => {
      const reply = await askHost({ name, address, secret }, ANY_HOST, 'health', {}).catch(() => null);
      if (reply === null)
        return [
          wrong(
            `The lab host ${name} does not answer at ${address}.`,
            'Start it with "./academy lab-host start", with the same ACADEMY_LAB_HOST_SECRET and the clock right.',
          ),
        ];
      const { running, starting, maximum, isDraining, warning: unbounded, environments } = reply.answer;
      const unusable = environments.filter(({ isUsable }) => !isUsable).map((one) => one.name);
      const labs = `${running + starting.length} of ${maximum} labs`;
      return [
        well(`The lab host ${name} answers: ${labs}${isDraining ? ', takes no more' : ''}.`),
        ...(unbounded === null
          ? []
          : [warning(`Nothing bounds the memory of labs at ${name}.`, 'See docs/how-to/labs.md.')]),
        ...(unusable.length === 0
          ? []
          : [
              warning(
                `No lab can run at ${name} in ${unusable.join(', ')}.`,
                'Look there with "./academy labs environment list".',
              ),
            ]),
      ];
    }),
  );
  return findings.flat();
}
