import { runRealErrors } from './real-errors.ts';

runRealErrors('aider');
