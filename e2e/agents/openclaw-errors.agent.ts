import { runRealErrors } from './real-errors.ts';

runRealErrors('openclaw');
