import { cutAltTexts } from '../../platforms/port/alt-text.js';
import type { MediaRules } from '../../platforms/port/rules.js';
import { cropped, fitted } from '../media/image-bounds.js';
import type { MediaFacts } from '../posts/state/media-facts.js';

/** A file as a platform receives it. */
export interface PreviewFile {
  mediaId: string | null;
  type: MediaFacts['type'];
  /** Pixels; null if unknown. */
  width: number | null;
  height: number | null;
  altText: string | null;
}

/** The files of a post, in order, with the sizes and alternative texts that the platform receives. */
export function previewFiles(media: readonly MediaFacts[], rules: MediaRules): PreviewFile[] {
  const described = cutAltTexts(
    rules,
    media.map(({ type: kind, altText = null, ...file }) => ({ ...file, kind, altText })),
  );
  return described.map(({ id = null, kind, altText, metadata: { width, height } }) => {
    const size = width !== null && height !== null ? sentSize(kind, { width, height }, rules) : { width, height };
    return { mediaId: id, type: kind, ...size, altText };
  });
}

/** Images are cropped around their centre, then scaled down; videos are sent as they are. */
function sentSize(kind: MediaFacts['type'], size: { width: number; height: number }, { image }: MediaRules) {
  if (kind === 'video' || !image) return size;
  const { conversion, ...limits } = image;
  const bounds = { ...limits, maxWidth: conversion.maxWidth, maxHeight: conversion.maxHeight };
  return fitted(cropped(size, bounds.aspectRatio), bounds);
}
