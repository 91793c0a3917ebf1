/**
 * What a body says about a failure, in the places where APIs put it: codes, waits, and the sentences in which some hide the
 * wait. Reads bodies of any shape and of bounded size. Pure; imports nothing.
 */

/** Bodies over this many characters are not parsed: no refusal is that long. */
const LONGEST_BODY = 64 * 1024;
/** Successes over this many are not searched for a failure: one that failed has no data to speak of. */
const LONGEST_HIDDEN_FAILURE = 16 * 1024;
const LONGEST_CODE = 256;
const LONGEST_MESSAGE = 1_024;
/** How many objects of a body are looked into, and how deep: enough for every known shape, cheap for every other. */
const MOST_OBJECTS = 64;
const DEEPEST = 5;

export interface BodyFacts {
  /** Machine-readable codes, in order of appearance. */
  codes: string[];
  /** The values of fields that tell when to come back, with the unit that the field's name tells. */
  waits: { value: string; inMs: boolean }[];
  /** Sentences for people. Only ever searched for a time, never for a reason. */
  messages: string[];
}

const CODE_KEYS = new Set([
  ...['code', 'type', 'status', 'reason', 'name', 'error', 'errorcode', 'errortype', 'errorname', 'category'],
  ...['tag', 'policyname', 'quotaid', 'title', 'ratelimitreason', '__type'],
]);
const WAIT_KEYS = new Map([
  ...['retryafter', 'retryafterseconds', 'retryaftersec', 'retrydelay', 'retryin'].map(
    (key) => [key, false] as const,
  ),
  ...['retryafterms', 'retryaftermillis', 'retryaftermilliseconds', 'retrydelayms'].map(
    (key) => [key, true] as const,
  ),
]);
const MESSAGE_KEYS = new Set([
  'message',
  'msg',
  'detail',
  'description',
  'errormessage',
  'errordescription',
  'error',
]);
/** Where a body goes on about its failure. Nothing else is looked into: it may be data. */
const CONTAINERS = new Set([
  ...['error', 'errors', 'details', 'detail', 'extensions', 'innererror', 'reason', 'fault', 'violations'],
  ...['parameters', 'additionaldata', 'metadata'],
]);

/** A body as JSON gives it: parsed where it is a text of JSON, as it is where somebody parsed it already. */
export function parseBody(data: unknown): unknown {
  const text = toText(data);
  if (text === undefined) return data;
  if (text.length > LONGEST_BODY) return undefined;
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Everything that a body says about a failure. */
export function readBody(body: unknown): BodyFacts {
  const facts: BodyFacts = { codes: [], waits: [], messages: [] };
  if (typeof body === 'string') addMessage(facts, body);
  let objectsLeft = MOST_OBJECTS;

  const visit = (value: unknown, depth: number): void => {
    if (value === null || typeof value !== 'object' || depth > DEEPEST || objectsLeft-- <= 0) return;
    if (Array.isArray(value)) {
      for (const element of value.slice(0, MOST_OBJECTS)) visit(element, depth + 1);
      return;
    }
    for (const [name, inner] of Object.entries(value)) {
      const key = name === '__type' ? name : name.toLowerCase().replace(/[_.-]/g, '');
      readProperty(facts, key, inner);
      if (CONTAINERS.has(key)) visit(inner, depth + 1);
    }
  };
  visit(body, 0);
  return facts;
}

/**
 * A success that carries a failure: `{ "ok": false, "error": ... }`, or a GraphQL response with `errors`. Told by the whole
 * shape: an `error` inside other data is somebody's record of a failure, not this response's.
 */
export function parseHiddenFailure(data: unknown): { body: object; refused: boolean } | undefined {
  if (typeof data === 'string' && !mayBeHiddenFailure(data)) return undefined;
  const body = typeof data === 'string' ? parseBody(data) : data;
  if (body === null || typeof body !== 'object') return undefined;
  if (Array.isArray(body)) {
    const batch = body.slice(0, MOST_OBJECTS).filter((one) => typeof one === 'object' && !Array.isArray(one));
    return batch.map(parseHiddenFailure).find((failure) => failure !== undefined);
  }
  const { ok, success, error, errors } = body as Record<string, unknown>;
  if ((ok === false || success === false) && (error || errors)) return { body, refused: true };
  const hasFailure = Array.isArray(errors) ? errors.length > 0 : error !== null && typeof error === 'object';
  return hasFailure && Object.keys(body).every((key) => ENVELOPE_KEYS.has(key))
    ? { body, refused: false }
    : undefined;
}

/** Excludes nearly every success by a look at its size, its first character and one word: this runs on all of them. */
function mayBeHiddenFailure(text: string): boolean {
  return text.length <= LONGEST_HIDDEN_FAILURE && /^\s*[[{]/.test(text) && text.includes('"error');
}

/** All that a response map of GraphQL, or a bare error, consists of. */
const ENVELOPE_KEYS = new Set(['data', 'errors', 'extensions', 'error', 'type', 'code', 'status', 'message']);

function readProperty(facts: BodyFacts, key: string, value: unknown): void {
  const inMs = WAIT_KEYS.get(key);
  if (inMs !== undefined && (typeof value === 'number' || typeof value === 'string')) {
    facts.waits.push({ value: String(value).trim(), inMs });
  } else if (key === 'quotalimitvalue' && (value === 0 || value === '0')) {
    // Google's way to say that nothing of this quota was granted: no wait helps, whatever its RetryInfo says.
    facts.codes.push('no_quota_granted');
  } else if (typeof value === 'string') {
    if (CODE_KEYS.has(key) && value.length <= LONGEST_CODE && /^[\w.:#/-]+$/.test(value))
      facts.codes.push(value);
    else if (MESSAGE_KEYS.has(key)) addMessage(facts, value);
  } else if (typeof value === 'number' && CODE_KEYS.has(key) && Number.isInteger(value)) {
    facts.codes.push(String(value));
  }
}

function addMessage(facts: BodyFacts, text: string): void {
  if (facts.messages.length < 3) facts.messages.push(text.slice(0, LONGEST_MESSAGE));
}

function toText(data: unknown): string | undefined {
  if (typeof data === 'string') return data;
  if (!(data instanceof Uint8Array) && !(data instanceof ArrayBuffer)) return undefined;
  return data.byteLength <= LONGEST_BODY ? new TextDecoder().decode(data) : '';
}
