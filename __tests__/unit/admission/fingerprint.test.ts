import { createHash } from 'node:crypto';
import { ANONYMOUS, fingerprinter } from '../../../lib/admission/fingerprint.js';

const secret = 'Bearer sk_live_0123456789abcdefghijklmnop';

describe('the fingerprint of a credential', () => {
  it('is the start of the salted SHA-256', () => {
    const hash = createHash('sha256').update(`stripe\n${secret}`).digest('hex');
    expect(fingerprinter('stripe')(secret)).toBe(hash.slice(0, 16));
  });

  it('is the same in every process, and at every look', () => {
    const print = fingerprinter('stripe');
    expect(print(secret)).toBe(print(secret));
    expect(fingerprinter('stripe')(secret)).toBe(print(secret));
  });

  it('shows nothing of the credential', () => {
    const print = fingerprinter('stripe')(secret);
    for (let i = 0; i + 4 <= secret.length; i++) expect(print).not.toContain(secret.slice(i, i + 4));
    expect(print).toMatch(/^[0-9a-f]{16}$/);
  });

  it('differs between credentials, and between providers for the same one', () => {
    expect(fingerprinter('stripe')(secret)).not.toBe(fingerprinter('stripe')(`${secret}x`));
    expect(fingerprinter('stripe')(secret)).not.toBe(fingerprinter('github')(secret));
  });

  it('knows credentials of any alphabet', () => {
    const print = fingerprinter('stripe');
    expect(print('ключ')).not.toBe(print('κλειδί'));
  });

  it('is one for all requests without a credential', () => {
    expect(fingerprinter('stripe')(undefined)).toBe(ANONYMOUS);
    expect(fingerprinter('stripe')('')).toBe(ANONYMOUS);
  });

  it('stays right when more credentials come along than are remembered', () => {
    const print = fingerprinter('stripe');
    const first = print('token 0');
    const prints = new Set(Array.from({ length: 2_500 }, (_, i) => print(`token ${i}`)));
    expect(prints.size).toBe(2_500);
    expect(print('token 0')).toBe(first);
  });
});
