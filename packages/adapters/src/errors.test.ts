import { describe, expect, it } from 'vitest';
import { AgentAdapterError, adapterErrors, errorInfo, isAgentAdapterError, stopsQueue, toErrorInfo } from './errors.ts';
import type { AdapterErrorCode } from './port.ts';

const codes = Object.keys(adapterErrors).filter((code): code is AdapterErrorCode => Object.hasOwn(adapterErrors, code));

describe('the error table', () => {
  it('stops the queue for what a person has to put right, and for nothing else', () => {
    expect(codes.filter(stopsQueue).sort()).toEqual([
      'AUTH_CREDENTIAL_INVALID',
      'PROVIDER_NOT_FOUND',
      'PROVIDER_UNREACHABLE',
      'QUOTA_EXHAUSTED',
      'RATE_LIMIT_EXCEEDED',
    ]);
  });

  it('says for every code what happened and what was kept, in sentences', () => {
    for (const code of codes) {
      expect(adapterErrors[code].text).toMatch(/\.$/);
      expect(adapterErrors[code].kept).toMatch(/\.$/);
    }
  });

  it('keeps the exact words of the driver over those of the table', () => {
    const error = new AgentAdapterError('AUTH_CREDENTIAL_INVALID', 'Not logged in', {
      detail: { fix: 'claude auth login' },
    });
    expect(toErrorInfo(error, 'PROCESS_CRASHED')).toMatchObject({
      code: 'AUTH_CREDENTIAL_INVALID',
      message: 'Not logged in',
      fix: 'claude auth login',
      kept: adapterErrors.AUTH_CREDENTIAL_INVALID.kept,
    });
    expect(errorInfo('RATE_LIMIT_EXCEEDED', { retryAtMs: 5 })).toMatchObject({ retryAtMs: 5, recoverable: true });
  });

  it('knows an error by its code, also one of another copy of this package', () => {
    const foreign = Object.assign(new Error('x'), { code: 'STALLED', detail: {} });
    expect(isAgentAdapterError(foreign)).toBe(true);
    expect(isAgentAdapterError(Object.assign(new Error('x'), { code: 'ENOENT' }))).toBe(false);
    expect(toErrorInfo('what', 'PROTOCOL_VIOLATION').code).toBe('PROTOCOL_VIOLATION');
  });
});
