import { AxiosHeaders } from 'axios';
import { defaultCredential } from '../../../lib/core/scope.js';

const withHeaders = (headers: Record<string, string>): { headers: AxiosHeaders } => ({
  headers: new AxiosHeaders(headers),
});

describe('the credential of a request', () => {
  it.each([
    'Authorization',
    'X-Api-Key',
    'Api-Key',
    'X-Auth-Token',
    'X-Access-Token',
    'Private-Token',
    'X-Goog-Api-Key',
    'Xi-Api-Key',
    'X-Shopify-Access-Token',
  ])('is found in %s, in any case', (name) => {
    expect(defaultCredential(withHeaders({ [name]: 'secret' }))).toBe('secret');
    expect(defaultCredential(withHeaders({ [name.toLowerCase()]: 'secret' }))).toBe('secret');
  });

  it('is the Authorization header where there are several', () => {
    const headers = { 'X-Api-Key': 'app', Authorization: 'Bearer user' };
    expect(defaultCredential(withHeaders(headers))).toBe('Bearer user');
  });

  it('is what the next header holds where one is empty', () => {
    expect(defaultCredential(withHeaders({ Authorization: '', 'X-Api-Key': 'app' }))).toBe('app');
  });

  it("is axios's auth, which replaces an Authorization header", () => {
    const config = {
      ...withHeaders({ Authorization: 'Bearer user' }),
      auth: { username: 'ann', password: 'pw' },
    };
    expect(defaultCredential(config)).toBe('ann:pw');
    expect(defaultCredential({ auth: { username: 'ann' } } as object)).toBe('ann:');
  });

  it('is none for a request without one', () => {
    expect(defaultCredential(withHeaders({ Accept: 'application/json' }))).toBeUndefined();
    expect(defaultCredential({})).toBeUndefined();
    expect(defaultCredential({ headers: { Authorization: 'not an AxiosHeaders' } })).toBeUndefined();
  });
});
