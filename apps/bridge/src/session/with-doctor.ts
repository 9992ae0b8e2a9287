import { adapterErrors } from '@collagility/adapters/errors';
import type { AdapterErrorCode } from '@collagility/adapters/port';
import { bridgeCommand } from '../bridge-command.ts';

/** Their cause is looked for on this computer. Agents do not know how the bridge was started; it does. */
const lookedAtByDoctor: readonly AdapterErrorCode[] = ['PROVIDER_NOT_FOUND', 'PROTOCOL_VIOLATION'];

/** What helps, with the command that looks, where the driver has no exact words of its own. */
export function withDoctor(code: AdapterErrorCode, fix: string): string {
  if (!lookedAtByDoctor.includes(code) || fix !== adapterErrors[code].fix) return fix;
  return `${fix} What is here: ${bridgeCommand('doctor')}`;
}
