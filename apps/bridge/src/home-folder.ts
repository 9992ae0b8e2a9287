import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { BridgeError } from './bridge-error.ts';

type Ask = () => string;

/**
 * The user's home. An empty or relative HOME would mean another place in each folder, the shared one among them; then it
 * is what the system knows of the user.
 */
export function homeFolder(fromEnvironment: Ask = homedir, fromAccount: Ask = () => userInfo().homedir): string {
  for (const ask of [fromEnvironment, fromAccount]) {
    const home = answerOf(ask);
    if (home !== undefined && isAbsolute(home)) return home;
  }
  throw new BridgeError('noInput', 'no_home', 'This user has no home folder, so there is no place for what is kept.', [
    'Set HOME to a folder that you may write.',
  ]);
}

/** The system knows nothing of a user that only a container named. */
function answerOf(ask: Ask): string | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return undefined;
    throw error;
  }
}
