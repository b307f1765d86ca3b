import { expect, test } from 'vitest';
import { checkForm, initialAnswers } from './check-form.ts';

const INPUTS = {
  schema: {
    name: { type: 'string', title: 'Name:', default: 'my-app', required: true },
    replicas: { type: 'integer', title: 'Replicas:', default: '1' },
    color: { type: 'string', enum: ['red', 'blue'] },
    exposed: { type: 'boolean', default: true },
    quiet: { type: 'boolean' },
  },
  form: ['*', { type: 'submit', title: 'Deploy' }],
};

test('fields of a check come from its schema, ordered by its form', () => {
  const form = checkForm(INPUTS);
  expect(form).toMatchObject({ submit: 'Deploy', unknownTypes: [] });
  expect(form?.fields.map(({ name, kind, label, isRequired }) => [name, kind, label, isRequired])).toEqual([
    ['name', 'text', 'Name', true],
    ['replicas', 'number', 'Replicas', false],
    ['color', 'select', 'color', false],
    ['exposed', 'checkbox', 'exposed', false],
    ['quiet', 'checkbox', 'quiet', false],
  ]);
  const inOrder = checkForm({
    ...INPUTS,
    form: [
      { key: 'color', type: 'radios', titleMap: { red: 'Red as wine' } },
      { key: 'name', type: 'textarea' },
      'replicas',
    ],
  });
  expect(inOrder?.fields.map(({ name, kind }) => [name, kind])).toEqual([
    ['color', 'radios'],
    ['name', 'textarea'],
    ['replicas', 'number'],
  ]);
  expect(inOrder?.fields[0]?.choices).toEqual([
    { value: 'red', label: 'Red as wine' },
    { value: 'blue', label: 'blue' },
  ]);
});

test('a check without inputs has no form', () => {
  for (const inputs of [undefined, null, 'schema', {}, { schema: [] }]) expect(checkForm(inputs)).toBeNull();
});

test('types of fields that no form has are named', () => {
  const form = checkForm({
    schema: { a: { type: 'array' }, b: { type: 'string' } },
    form: ['*', { type: 'fieldset' }],
  });
  expect(form).toMatchObject({ unknownTypes: ['array', 'fieldset'], fields: [{ name: 'b' }] });
});

test('a check that nobody filled in gets the values of its author', () => {
  const form = checkForm(INPUTS);
  expect(form === null ? null : initialAnswers(form)).toEqual({
    name: 'my-app',
    replicas: '1',
    color: '',
    exposed: '1',
  });
});
