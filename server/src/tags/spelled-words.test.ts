import { expect, test } from 'vitest';
import { spelled } from './spelled-words.ts';

test.each([
  ['jpa', 'JPA'],
  ['rabbitmq', 'RabbitMQ'],
  ['ci-cd', 'CI/CD'],
  ['spring-data-jpa', 'Spring Data JPA'],
  ['getting-started', 'Getting Started'],
  ['constructor', 'Constructor'],
])('%s is written %s', (topic, name) => expect(spelled(topic)).toBe(name));
