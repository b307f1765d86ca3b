import { titleOfOption } from '@academy/contract/rules/option-names';

/** Words that are not written with one capital at their beginning. */
const SPELLED = [
  ...[
    'AI',
    'AMQP',
    'AOP',
    'API',
    'APIs',
    'AWS',
    'BOSH',
    'CD',
    'CI',
    'CLI',
    'CNCF',
    'CNI',
    'CQRS',
    'CRD',
    'CRDs',
    'CSS',
    'DDD',
    'DNS',
  ],
  ...[
    'EKS',
    'GCP',
    'GKE',
    'HTML',
    'HTTP',
    'HTTPS',
    'IaC',
    'IDE',
    'IP',
    'JDBC',
    'JMS',
    'JPA',
    'JSON',
    'JUnit',
    'JVM',
    'JWT',
  ],
  ...[
    'LDAP',
    'LLM',
    'ML',
    'MVC',
    'MVP',
    'OCI',
    'OIDC',
    'OPA',
    'ORM',
    'QA',
    'RAG',
    'RBAC',
    'REST',
    'RPC',
    'SDK',
    'SLI',
    'SLO',
  ],
  ...[
    'SOAP',
    'SQL',
    'SRE',
    'SSH',
    'SSL',
    'SSO',
    'TCP',
    'TDD',
    'TLS',
    'UI',
    'URL',
    'UX',
    'VM',
    'VMs',
    'WebFlux',
    'XML',
    'XP',
    'YAML',
  ],
  ...[
    'AppSec',
    'ArgoCD',
    'BDD',
    'CockroachDB',
    'DevOps',
    'DevSecOps',
    'GitHub',
    'GitLab',
    'GitOps',
    'GraalVM',
    'GraphQL',
    'gRPC',
  ],
  ...[
    'etcd',
    'IntelliJ',
    'JavaScript',
    'jQuery',
    'kapp',
    'kbld',
    'kpack',
    'kubectl',
    'MongoDB',
    'mTLS',
    'MySQL',
    'NoSQL',
    'NumPy',
  ],
  ...[
    'imgpkg',
    'OAuth',
    'OAuth2',
    'OpenAPI',
    'OpenID',
    'OpenTelemetry',
    'PostgreSQL',
    'PyTorch',
    'RabbitMQ',
    'R2DBC',
    'RSocket',
  ],
  ...['SaaS', 'TypeScript', 'vendir', 'VMware', 'vSphere', 'WebAssembly', 'WebSocket', 'WebSockets', 'ytt'],
];
const BY_SLUG = new Map(SPELLED.map((word) => [word.toLowerCase(), word]));

/** Topics whose dashes are no spaces. */
const WHOLE = new Map([
  ['ci-cd', 'CI/CD'],
  ['cert-manager', 'cert-manager'],
  ['kapp-controller', 'kapp-controller'],
]);

/** A topic in its usual spelling: `rabbitmq` is RabbitMQ, `spring-data-jpa` is Spring Data JPA. */
export function spelled(topic: string): string {
  return (
    WHOLE.get(topic) ??
    titleOfOption(topic)
      .split(' ')
      .map((word) => BY_SLUG.get(word.toLowerCase()) ?? word)
      .join(' ')
  );
}
