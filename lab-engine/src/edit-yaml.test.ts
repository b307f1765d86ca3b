import { describe, expect, it } from 'vitest';
import { editedYaml } from './edit-yaml.ts';
import { yamlPath } from './yaml-path.ts';

const APP = `# The shop
apiVersion: apps/v1
kind: Deployment
spec:
  replicas:   1   # for now
  selector: { app: shop }
  ports: [8080]
  containers:
  # the front
  - name: web
    image: "web:1"
  - name: cache
    image: cache:1
`;

const edit = (name: string, settings: Record<string, unknown>, text = APP) => {
  const made = editedYaml(`editor:${name}`, settings, text);
  return typeof made === 'string' || 'range' in made ? made : made.text;
};
const selected = (path: string, text = APP) => {
  const made = editedYaml('editor:select-yaml-path', { path }, text);
  return typeof made === 'string' || 'text' in made ? made : text.slice(made.range.from, made.range.to);
};
/** The text with one place changed, and nothing else. */
const with_ = (before: string, after: string, text = APP) => {
  expect(text.split(before)).toHaveLength(2);
  return text.replace(before, () => after);
};

describe('a path into YAML', () => {
  it('has keys, positions, items by an attribute, and keys in quotes', () => {
    expect(yamlPath('spec.template')).toEqual(['spec', 'template']);
    expect(yamlPath('a.b[0].c[-1]')).toEqual(['a', 'b', 0, 'c', -1]);
    expect(yamlPath('list[name=web:1].image')).toEqual(['list', { key: 'name', value: 'web:1' }, 'image']);
    expect(yamlPath('data["index.html"][\'x\']')).toEqual(['data', 'index.html', 'x']);
    expect(yamlPath('')).toEqual([]);
    for (const broken of ['a[', 'a[]', 'a]b', '[b']) expect(yamlPath(broken)).toBeNull();
  });

  it('leads to keys that are numbers or hold dots', () => {
    const text = 'ports:\n  8080: web\ndata:\n  index.html: old\n';
    expect(edit('set-yaml-value', { path: 'ports.8080', value: 'x' }, text)).toBe(with_('web', 'x', text));
    expect(edit('set-yaml-value', { path: 'data["index.html"]', value: 'new' }, text)).toBe(with_('old', 'new', text));
  });
});

describe('a value of a YAML file', () => {
  it('is set without a change to anything else', () => {
    expect(edit('set-yaml-value', { path: 'spec.replicas', value: 3 })).toBe(with_('1   # for', '3   # for'));
    expect(edit('set-yaml-value', { path: 'spec.containers[name=web].image', value: 'web:2' })).toBe(
      with_('"web:1"', '"web:2"'),
    );
    // A text that would be read as something else gets quotes.
    expect(edit('set-yaml-value', { path: 'kind', value: 'yes: no' })).toBe(with_('Deployment', '"yes: no"'));
    expect(edit('set-yaml-value', { path: 'kind', value: '12' })).toBe(with_('Deployment', '"12"'));
  });

  it('is made with the keys on its way, and comments stay', () => {
    expect(edit('set-yaml-value', { path: 'metadata.labels.app', value: 'shop' })).toBe(
      `${APP}metadata:\n  labels:\n    app: shop\n`,
    );
    expect(edit('set-yaml-value', { path: 'a.b', value: [1] }, '')).toBe('a:\n  b:\n    - 1\n');
    expect(edit('set-yaml-value', { path: 'a.b', value: 1 }, 'a:\n')).toBe('a:\n  b: 1\n');
  });

  it('is deleted with its key, or out of its list', () => {
    const text = edit('delete-yaml-value', { path: 'spec.replicas' });
    expect(text).toBe(APP.replace('  replicas:   1   # for now\n', ''));
    expect(edit('delete-yaml-value', { path: 'spec.containers[1]' })).not.toContain('cache');
    expect(edit('delete-yaml-value', { path: 'spec.containers[-1]' })).not.toContain('cache');
    expect(edit('delete-yaml-value', { path: 'spec.containers[2]' })).toBe('yamlPathNotFound');
    expect(edit('delete-yaml-value', { path: 'spec.nothing' })).toBe('yamlPathNotFound');
  });

  it('is merged into a map key by key', () => {
    const text = edit('merge-yaml-values', { path: 'spec', value: { replicas: 2, paused: true } });
    expect(text).toContain('  replicas: 2 # for now\n');
    expect(text).toContain('  paused: true\n');
    expect(edit('merge-yaml-values', { path: 'spec.selector', value: { tier: 'web' } })).toContain(
      'selector: { app: shop, tier: web }\n',
    );
    expect(edit('merge-yaml-values', { path: 'metadata', value: { a: 1 } })).toContain('metadata:\n  a: 1\n');
    expect(edit('merge-yaml-values', { path: 'spec.ports', value: { a: 1 } })).toBe('yamlPathNotFound');
    expect(edit('merge-yaml-values', { path: 'spec', value: [1] })).toBe('yamlPathNotFound');
  });
});

describe('a list of a YAML file', () => {
  it('takes items at its end and in between, in its own style', () => {
    expect(edit('add-yaml-item', { path: 'spec.ports', value: 8443 })).toContain('ports: [8080, 8443]\n');
    expect(edit('insert-yaml-item', { path: 'spec.ports', index: 0, value: 80 })).toContain('ports: [80, 8080]\n');
    const added = edit('add-yaml-item', { path: 'spec.containers', value: { name: 'log', image: 'log:1' } });
    expect(added).toContain('  containers:\n  # the front\n  - name: web\n');
    expect(added).toContain('    image: cache:1\n  - name: log\n    image: log:1\n');
    expect(edit('insert-yaml-item', { path: 'spec.containers', index: 9, value: 'x' })).toContain('cache:1\n  - x\n');
    expect(edit('add-yaml-item', { path: 'spec.args', value: '-v' })).toContain('  args:\n  - -v\n');
    expect(edit('add-yaml-item', { path: 'kind', value: 1 })).toBe('yamlPathNotFound');
  });

  it('has an item replaced that a position or an attribute names', () => {
    const value = { name: 'web', image: 'web:2' };
    const text = edit('replace-yaml-item', { path: 'spec.containers[name=web]', value });
    expect(text).toContain('  # the front\n  - name: web\n    image: web:2\n  - name: cache\n');
    expect(edit('replace-yaml-item', { path: 'spec.ports[0]', value: 80 })).toContain('ports: [80]\n');
    expect(edit('replace-yaml-item', { path: 'spec.containers[name=none]', value })).toBe('yamlPathNotFound');
    expect(edit('replace-yaml-item', { path: 'kind', value })).toBe('yamlPathNotFound');
  });

  it('gets what is inserted at a path by its kind', () => {
    expect(edit('insert-value-into-yaml', { path: 'spec.ports', value: [1, 2] })).toContain('ports: [8080, 1, 2]\n');
    expect(edit('insert-value-into-yaml', { path: 'spec.selector', value: { a: 1 } })).toContain('{ app: shop, a: 1 }');
    expect(edit('insert-value-into-yaml', { path: 'kind', value: 'Job' })).toContain('kind: Job\n');
  });
});

describe('a place of a YAML file', () => {
  it('is selected with its key, items of lists without their dash', () => {
    expect(selected('spec.replicas')).toBe('replicas:   1');
    expect(selected('spec.containers[name=cache]')).toBe('name: cache\n    image: cache:1\n');
    expect(selected('spec.selector.app')).toBe('app: shop');
    expect(selected('kind')).toBe('kind: Deployment');
    expect(selected('')).toContain('apiVersion');
    expect(selected('spec.none')).toBe('yamlPathNotFound');
  });

  it('is found in the document of a file that has it', () => {
    const both = `${APP}---\nkind: Service\nspec:\n  type: NodePort\n`;
    expect(edit('set-yaml-value', { path: 'spec.type', value: 'ClusterIP' }, both)).toBe(
      with_('NodePort', 'ClusterIP', both),
    );
    expect(selected('spec.type', both)).toBe('type: NodePort');
    expect(edit('set-yaml-value', { path: 'kind', value: 'Job' }, both)).toBe(with_('Deployment', 'Job', both));
  });
});

it('a text that is no YAML is left alone', () => {
  expect(edit('set-yaml-value', { path: 'a', value: 1 }, 'a: [1\nb: }')).toBe('yamlUnreadable');
});

it('the indentation of a file is kept', () => {
  const text = 'a:\n    b:\n        - 1\n    c: x\n';
  expect(edit('add-yaml-item', { path: 'a.b', value: 2 }, text)).toBe(
    'a:\n    b:\n        - 1\n        - 2\n    c: x\n',
  );
});
