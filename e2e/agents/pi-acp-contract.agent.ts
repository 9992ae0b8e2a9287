import { runRealContract } from './real-contract.ts';

runRealContract('pi-acp');
