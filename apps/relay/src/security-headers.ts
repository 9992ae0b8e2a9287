/** The policies that the web build wrote for its own pages, for hosts that serve its files themselves. */
export type ContentPolicies = {
  headers: Record<string, string>;
  pages: Record<string, string>;
  scripts: string;
};

/** Sent where no page of ours is: answers of the relay itself. */
const barePolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const always: Record<string, string> = {
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Reads `csp.json`; a page must never be served without its policy, so a damaged file is an error. */
export function parseContentPolicies(text: string): ContentPolicies {
  const json: unknown = JSON.parse(text);
  if (!isRecord(json) || !isTexts(json['headers']) || !isTexts(json['pages']) || typeof json['scripts'] !== 'string') {
    throw new Error('csp.json of the web build is not what this relay reads. Build the web app again.');
  }
  return { headers: json['headers'], pages: json['pages'], scripts: json['scripts'] };
}

/**
 * Headers for one path. `connectTo`: origins of another relay that pages may dial beside their own.
 * Scripts carry a policy of their own, because a worker lives under the policy of its script's response.
 */
export function headersFor(
  path: string,
  policies: ContentPolicies | undefined,
  connectTo: readonly string[],
): Record<string, string> {
  const base = { ...always, ...policies?.headers };
  if (policies === undefined) return { ...base, 'Content-Security-Policy': barePolicy };
  if (path.startsWith('/_next/static/')) {
    return {
      ...base,
      'Content-Security-Policy': widened(policies.scripts, connectTo),
      'Cache-Control': 'public, max-age=31536000, immutable',
    };
  }
  const page = policies.pages[path] ?? policies.pages['/404'];
  return {
    ...base,
    'Content-Security-Policy': page === undefined ? barePolicy : widened(page, connectTo),
    'Cache-Control': 'no-cache',
  };
}

function widened(policy: string, connectTo: readonly string[]): string {
  if (connectTo.length === 0) return policy;
  return policy.replace("connect-src 'self'", `connect-src 'self' ${connectTo.join(' ')}`);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isTexts = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string');
