/** A workshop that the portal offers. */
export interface FakeWorkshop {
  name: string;
  durationSeconds: number;
  deadlineSeconds: number;
  capacity: number;
  labels?: Readonly<Record<string, string>>;
}

/** What a portal offers at a moment. */
export interface FakeCatalog {
  url: string;
  /** Most sessions; 0: no limit. */
  maximum: number;
  allocated: number;
  environments: readonly { name: string; workshop: FakeWorkshop; sessions: readonly object[] }[];
}

type Environment = FakeCatalog['environments'][number];

/** Environments that run, filtered by `name`, `state` and `labels[key]`, with their sessions where asked for. */
export function environmentsIn(catalog: FakeCatalog, query: URLSearchParams): object {
  const names = query.getAll('name');
  const states = query.getAll('state');
  const labels = [...query].flatMap(([key, value]) => {
    const [, label] = /^labels\[(.+)\]$/.exec(key) ?? [];
    return label === undefined ? [] : [[label, value] as const];
  });
  const isAsked = ({ workshop: { name, labels: own = {} } }: Environment) =>
    (names.length === 0 || names.includes(name)) &&
    (states.length === 0 || states.includes('RUNNING')) &&
    labels.every(([label, value]) => own[label] === value);
  return {
    portal: portalOf(catalog),
    environments: catalog.environments.filter(isAsked).map((environment) => ({
      ...environmentOf(environment),
      workshop: workshopOf(environment.workshop),
      ...(query.get('sessions') === 'true' ? { sessions: environment.sessions } : {}),
    })),
  };
}

/** The catalogue the other way round. */
export function workshopsIn(catalog: FakeCatalog): object {
  const workshops = catalog.environments.map((environment) => ({
    ...workshopOf(environment.workshop),
    environment: environmentOf(environment),
  }));
  return { portal: portalOf(catalog), workshops };
}

const portalOf = ({ url, maximum, allocated }: FakeCatalog) => ({
  ...{ name: 'portal', labels: {}, uid: 'c7f4b7e2', generation: 1, url },
  sessions: { maximum, registered: 0, anonymous: 0, allocated },
});

function workshopOf({ name, labels = {} }: FakeWorkshop): object {
  const texts = { title: name, description: '', vendor: '', difficulty: '', duration: '', logo: '', url: '' };
  return { name, ...texts, authors: [], tags: [], labels };
}

const environmentOf = ({ name, workshop, sessions }: Environment) => ({
  ...{ name, state: 'RUNNING', duration: workshop.durationSeconds, capacity: workshop.capacity },
  ...{ reserved: 1, allocated: sessions.length, available: 1 },
});

/** The page of a running session. */
export const dashboard = (workshop: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${workshop}</title>
<style>body{margin:0;display:grid;grid-template-columns:2fr 3fr;height:100vh;font:1rem/1.6 system-ui}
section{padding:1.5rem}section+section{background:#14181c;color:#d7e0e6;font-family:monospace}</style></head>
<body><section aria-label="Steps"><h1>${workshop}</h1><p>Run the tests of the museum shop.</p></section>
<section aria-label="Console"><p>[~] $ ./mvnw test</p><p>BUILD SUCCESS</p></section></body>
</html>`;
