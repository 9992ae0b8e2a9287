import { runRealErrors } from './real-errors.ts';

runRealErrors('pi-acp');
