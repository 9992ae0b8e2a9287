import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { landing } from '../strings/landing.ts';
import { strings } from '../strings.ts';
import './globals.css';

export const metadata: Metadata = {
  title: strings.product,
  description: landing.lead,
  referrer: 'no-referrer',
  // A browser that translates sends what is said here to its maker, shows people another command than they sign, and
  // puts elements of its own between ours, on which drawing fails.
  other: { google: 'notranslate' },
  formatDetection: { telephone: false, date: false, address: false, email: false },
};

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  interactiveWidget: 'resizes-content',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f6f6f8' },
    { media: '(prefers-color-scheme: dark)', color: '#0e1013' },
  ],
};

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" translate="no" className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <body>{children}</body>
    </html>
  );
}
