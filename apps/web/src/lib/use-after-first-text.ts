'use client';
import { useEffect, useState } from 'react';
import { afterFirstText } from './first-text.ts';

/** Whether the agent's first text is on screen: before it nothing is fetched that nobody asked for. */
export function useAfterFirstText(): boolean {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => afterFirstText(() => setIsShown(true)), []);
  return isShown;
}
