/** A phone in the hand, as a browser profile. */
export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
} as const;

export const colorSchemes = ['light', 'dark'] as const;
