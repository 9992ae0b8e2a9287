import { createContext } from 'react';

/** Whether the text around is still being written: provisional, so nothing in it can be followed (CLG-54). */
export const LiveContext = createContext(false);
