/** IPv4 as it is, IPv6 by its /64: one household has billions of the rest. */
export function networkOf(address: string): string {
  const plain = address.toLowerCase().slice(0, 64);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!plain.includes(':') || plain === '::1') return plain;
  const [head = '', tail] = plain.split('::', 2);
  const groups = head.split(':');
  if (tail !== undefined) while (groups.length < 4) groups.push('0');
  return `${groups.slice(0, 4).join(':')}::/64`;
}

export const isLoopback = (address: string): boolean => address === '::1' || /^127\./.test(address);
