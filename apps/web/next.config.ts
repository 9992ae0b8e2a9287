import type { NextConfig } from 'next';

/** `COLLAGILITY_SHOTS=1` builds the page with invented rooms for pictures, into a folder of its own; never shipped. */
const shots = process.env.COLLAGILITY_SHOTS === '1';

const config: NextConfig = {
  output: 'export',
  distDir: shots ? '.shots' : '.next',
  pageExtensions: shots ? ['tsx', 'ts', 'shots.tsx'] : ['tsx', 'ts'],
  images: { unoptimized: true },
  transpilePackages: ['@collagility/protocol', 'geist'],
  reactStrictMode: true,
  devIndicators: false,
  productionBrowserSourceMaps: false,
  turbopack: {
    rules: {
      '**/libsodium/dist/modules-esm/libsodium.mjs': { loaders: ['./build/smaller-sodium.mjs'], as: '*.js' },
      '**/libsodium-wrappers/dist/modules-esm/libsodium-wrappers.mjs': {
        loaders: ['./build/smaller-wrappers.mjs'],
        as: '*.js',
      },
    },
  },
};

export default config;
