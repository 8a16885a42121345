/** What can be added to a text when it is published. */
export type Addition = 'signature' | 'link_parameters';

/** Which additions the owner of a post allows. */
export interface AllowedAdditions {
  addSignature: boolean;
  addLinkParameters: boolean;
}

export const ALL_ADDITIONS: AllowedAdditions = { addSignature: true, addLinkParameters: true };
