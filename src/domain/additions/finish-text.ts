import { findRules } from '../../platforms/rules-registry.js';
import type { FinishText, TextTarget } from '../posts/state/finish-text.port.js';
import { addQuery, type LinkParameters, queryOf } from './link-parameters.js';
import { appendSignature } from './signature.js';

/** What is set for a target. */
export interface TargetAdditions {
  signature: string | null;
  parameters: LinkParameters | null;
  /** Null: any account of the platform. */
  username: string | null;
  /** Links to the platform itself stay as they are. */
  profileUrl: string | null;
}

/** How texts of a target are finished; null: as they are. */
export function finishWith(set: TargetAdditions, target: Omit<TextTarget, 'userId'>): FinishText | null {
  const signature = target.addSignature ? set.signature : null;
  const parameters = target.addLinkParameters ? set.parameters : null;
  if (signature === null && parameters === null) return null;
  const addParameters = parameters ? parameterAdder(parameters, set, target) : (text: string) => text;
  const closing = signature === null ? null : addParameters(signature);
  return (written, kind) => {
    const linked = addParameters(written);
    const text = closing === null || kind === 'comment' ? linked : appendSignature(linked, closing);
    const isSigned = text !== linked;
    const isLinked = linked !== written || (isSigned && closing !== signature);
    return {
      text,
      additions: [...(isSigned ? ['signature' as const] : []), ...(isLinked ? ['link_parameters' as const] : [])],
    };
  };
}

function parameterAdder(
  parameters: LinkParameters,
  { username, profileUrl }: TargetAdditions,
  { platform, at }: Omit<TextTarget, 'userId'>,
): (text: string) => string {
  const query = queryOf(parameters, { platform, account: username ?? 'account', date: at.toISOString().slice(0, 10) });
  const { links = 'with scheme' } = findRules(platform)?.text.entities ?? {};
  const ownHost = profileUrl === null ? undefined : URL.parse(profileUrl)?.hostname;
  const excludedHosts = [...parameters.excludedHosts, ...(ownHost ? [ownHost] : [])];
  return (text) => addQuery(text, query, { links, excludedHosts });
}
