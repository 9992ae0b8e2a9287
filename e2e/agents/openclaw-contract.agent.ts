import { runRealContract } from './real-contract.ts';

runRealContract('openclaw');
