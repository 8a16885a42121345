import { cutAltTexts } from '../../platforms/port/alt-text.js';
import type { Crop, Size } from '../../platforms/port/area.js';
import { framingFor } from '../../platforms/port/framing.js';
import type { MediaRules } from '../../platforms/port/rules.js';
import type { Frame } from '../media/converted-image.js';
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
  /** The area of the original that is sent, as fractions of it; null: all of it, or unknown. */
  area: Crop | null;
}

/** The files of a post, in order, with the sizes and alternative texts that the platform receives. */
export function previewFiles(platform: string, media: readonly MediaFacts[], rules: MediaRules): PreviewFile[] {
  const described = cutAltTexts(
    rules,
    media.map(({ type: kind, altText = null, ...file }) => ({ ...file, kind, altText })),
  );
  return described.map(({ id = null, kind, altText, metadata: { width, height }, framings = [] }) => {
    const frame = framingFor(framings, platform) ?? {};
    const sent = width !== null && height !== null ? sentPart(kind, { width, height }, rules, frame) : null;
    return { mediaId: id, type: kind, ...(sent ?? { width, height, area: null }), altText };
  });
}

/** Images are cropped, then scaled down; videos are sent as they are. */
function sentPart(kind: MediaFacts['type'], size: Size, { image }: MediaRules, frame: Frame) {
  if (kind === 'video' || !image) return { ...size, area: null };
  const { conversion, ...limits } = image;
  const bounds = { ...limits, maxWidth: conversion.maxWidth, maxHeight: conversion.maxHeight };
  const { left, top, width, height } = cropped(size, bounds.aspectRatio, frame);
  const isWhole = width === size.width && height === size.height;
  const area = { x: left / size.width, y: top / size.height, width: width / size.width, height: height / size.height };
  return { ...fitted({ width, height }, bounds), area: isWhole ? null : area };
}
