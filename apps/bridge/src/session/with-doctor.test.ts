import { adapterErrors, errorInfo } from '@collagility/adapters/errors';
import { reasons, reasonText } from '@collagility/protocol/reasons';
import { afterEach, expect, test, vi } from 'vitest';
import { withDoctor } from './with-doctor.ts';

afterEach(() => vi.unstubAllEnvs());

test('what helps names `doctor` as it is really run here; exact words of a driver stay', () => {
  const fixOf = (code: 'PROTOCOL_VIOLATION' | 'PROVIDER_NOT_FOUND') => withDoctor(code, errorInfo(code).fix ?? '');
  expect(fixOf('PROTOCOL_VIOLATION')).toMatch(/What is here: collagility-bridge doctor$/);
  vi.stubEnv('COLLAGILITY_STARTED_BY', 'npm start');
  expect(fixOf('PROVIDER_NOT_FOUND')).toMatch(/What is here: npm start -- doctor$/);
  expect(withDoctor('PROVIDER_NOT_FOUND', 'Run `npm install -g x`.')).toBe('Run `npm install -g x`.');
});

test('every code with which an agent can fail has words for people', () => {
  for (const code of Object.keys(adapterErrors)) {
    expect(Object.keys(reasons)).toContain(code);
    expect(reasonText(code)).toMatch(/^[A-Z].*\.$/);
  }
});
