/**
 * The presets by their names. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { adyen } from './adyen.js';
import { airtable } from './airtable.js';
import { anthropic } from './anthropic.js';
import { asana } from './asana.js';
import { atlassian } from './atlassian.js';
import { auth0 } from './auth0.js';
import { awsApiGateway } from './aws-api-gateway.js';
import { azureOpenai } from './azure-openai.js';
import { binance } from './binance.js';
import { bitbucket } from './bitbucket.js';
import { box } from './box.js';
import { cloudflare } from './cloudflare.js';
import { discord } from './discord.js';
import { dockerHub } from './docker-hub.js';
import { dropbox } from './dropbox.js';
import { fastly } from './fastly.js';
import { github } from './github.js';
import { gmail } from './gmail.js';
import { google } from './google.js';
import { hubspot } from './hubspot.js';
import { linear } from './linear.js';
import { mailgun } from './mailgun.js';
import { microsoftGraph } from './microsoft-graph.js';
import { notion } from './notion.js';
import { openai } from './openai.js';
import { paypal } from './paypal.js';
import { plaid } from './plaid.js';
import { reddit } from './reddit.js';
import { salesforce } from './salesforce.js';
import { sendgrid } from './sendgrid.js';
import { shopify } from './shopify.js';
import { slack } from './slack.js';
import { spotify } from './spotify.js';
import { square } from './square.js';
import { stripe } from './stripe.js';
import { telegram } from './telegram.js';
import { twilio } from './twilio.js';
import { x } from './x.js';
import { zendesk } from './zendesk.js';
import type { PresetOverrides } from './preset.js';

const PRESETS: Readonly<Record<string, (overrides?: PresetOverrides) => ProviderPreset>> = {
  adyen,
  airtable,
  anthropic,
  asana,
  atlassian,
  auth0,
  awsApiGateway,
  azureOpenai,
  binance,
  bitbucket,
  box,
  cloudflare,
  discord,
  dockerHub,
  dropbox,
  fastly,
  github,
  gmail,
  google,
  hubspot,
  linear,
  mailgun,
  microsoftGraph,
  notion,
  openai,
  paypal,
  plaid,
  reddit,
  salesforce,
  sendgrid,
  shopify,
  slack,
  spotify,
  square,
  stripe,
  telegram,
  twilio,
  x,
  zendesk,
};

/** The names of all presets, as they are exported. */
export const PRESET_NAMES: readonly string[] = Object.keys(PRESETS);

const BY_PLAIN_NAME: ReadonlyMap<string, string> = new Map(
  PRESET_NAMES.map((name) => [plainName(name), name]),
);

/** The preset of a name, as it is exported or as its id: `azureOpenai` and `azure-openai` are one. `undefined`: there is none. */
export function presetNamed(name: string): ProviderPreset | undefined {
  const known = BY_PLAIN_NAME.get(plainName(name));
  return known === undefined ? undefined : PRESETS[known]?.();
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
