import { createHash } from 'node:crypto';
import sharp from 'sharp';

/** A picture of a demo post, as a JPEG. */
export interface DemoPicture {
  name: string;
  altText: string;
  bytes: Buffer;
  width: number;
  height: number;
}

/** Pixels. */
const SIDE = 640;

const spokes = (x: number, y: number, radius: number): string =>
  Array.from({ length: 18 }, (_, index) => {
    const angle = (index * Math.PI) / 9;
    const [dx, dy] = [radius * Math.cos(angle), radius * Math.sin(angle)].map(Math.round);
    return `<path d="M${x} ${y}l${dx} ${dy}" stroke="#d9d4c7" stroke-width="5"/>`;
  }).join('');

const wheel = (x: number, y: number, radius: number): string =>
  `${spokes(x, y, radius)}<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="#22282c" stroke-width="${radius / 8}"/>
   <circle cx="${x}" cy="${y}" r="${radius / 9}" fill="#c9542f"/>`;

const cup = (x: number, y: number): string =>
  `<ellipse cx="${x}" cy="${y + 150}" rx="210" ry="42" fill="#cfc4ae"/>
   <path d="M${x - 140} ${y}h280q-10 150-90 150h-100q-80 0-90-150z" fill="#f7f2e7"/>
   <ellipse cx="${x}" cy="${y}" rx="140" ry="36" fill="#6b4226"/><ellipse cx="${x}" cy="${y}" rx="70" ry="18" fill="#e9d3b0"/>`;

const bun = (x: number, y: number): string =>
  `<ellipse cx="${x}" cy="${y}" rx="150" ry="105" fill="#b8722c"/>
   <path d="M${x - 90} ${y + 10}q90-110 180 0q-70 60-130 10q40-40 80-5" fill="none" stroke="#7d4718" stroke-width="18"/>`;

const FRAME =
  '<path d="M300 700L470 430H720L530 700H300L440 380M530 700L440 400M720 430L790 700L690 330" fill="none" stroke="#1f6f6b" stroke-width="26" stroke-linejoin="round"/><path d="M390 372h110" stroke="#3b2a1e" stroke-width="30"/><path d="M640 322h100" stroke="#22282c" stroke-width="22"/>';

const PICTURES = {
  wheel: {
    altText: 'A bicycle wheel in the workshop, its spokes bright against a dark green wall',
    svg: `<rect width="1080" height="1080" fill="#28413d"/><path d="M0 900h1080v180H0z" fill="#8a5a36"/>
      <path d="M250 900L520 500M830 900L560 500" stroke="#9aa3a5" stroke-width="34"/>${wheel(540, 500, 340)}`,
  },
  cups: {
    altText: 'Two flat whites on a wooden counter, a spanner next to them',
    svg: `<rect width="1080" height="1080" fill="#e5ddcb"/><path d="M0 560h1080v520H0z" fill="#9b6a41"/>
      ${cup(350, 540)}${cup(740, 620)}<path d="M180 930L720 880" stroke="#8d979b" stroke-width="40" stroke-linecap="round"/>`,
  },
  bike: {
    altText: 'A restored steel bicycle with a green frame and a brown saddle, leaning against a pale wall',
    svg: `<rect width="1080" height="1080" fill="#efe8da"/><path d="M0 880h1080v200H0z" fill="#b9b2a3"/>
      ${wheel(300, 700, 190)}${wheel(790, 700, 190)}${FRAME}`,
  },
  road: {
    altText: 'An empty road between green hills at sunrise',
    svg: `<rect width="1080" height="1080" fill="#f6c99a"/><circle cx="730" cy="420" r="120" fill="#fff1cf"/>
      <path d="M0 560Q280 360 560 540T1080 470V1080H0z" fill="#6d8f6b"/><path d="M0 700Q360 560 700 690T1080 640V1080H0z" fill="#466b52"/>
      <path d="M420 1080Q560 860 520 760T600 640Q590 760 640 840T760 1080z" fill="#5b5f63"/>`,
  },
  buns: {
    altText: 'Six cardamom buns on a blue baking tray',
    svg: `<rect width="1080" height="1080" fill="#d8e1e4"/><rect x="80" y="170" width="920" height="740" rx="60" fill="#35586b"/>
      ${[0, 1, 2, 3, 4, 5].map((index) => bun(260 + (index % 3) * 280, 390 + Math.floor(index / 3) * 300)).join('')}`,
  },
  shop: {
    altText: 'The window of the workshop in the evening, with a tandem behind the glass and a string of lights',
    svg: `<rect width="1080" height="1080" fill="#26303a"/><rect x="90" y="180" width="900" height="680" fill="#ffdf9e"/>
      ${wheel(280, 690, 130)}${wheel(800, 690, 130)}<path d="M280 690L420 500H680L800 690M420 500L520 690L680 500" fill="none" stroke="#c9542f" stroke-width="24"/>
      ${Array.from({ length: 9 }, (_, index) => `<circle cx="${150 + index * 98}" cy="${250 + 30 * (index % 2)}" r="16" fill="#fff8e0"/>`).join('')}`,
  },
  bowl: {
    altText: 'A hand-thrown bowl with a dark blue glaze on a linen cloth',
    svg: `<rect width="1080" height="1080" fill="#e9e4dc"/><ellipse cx="540" cy="800" rx="420" ry="70" fill="#cfc7ba"/>
      <path d="M190 500h700q-30 300-240 310H430Q220 800 190 500z" fill="#2d4a66"/><ellipse cx="540" cy="500" rx="350" ry="86" fill="#3f678c"/>
      <ellipse cx="540" cy="508" rx="300" ry="62" fill="#20384e"/>`,
  },
} as const;

export type PictureName = keyof typeof PICTURES;

/** Draws all pictures. */
export async function drawPictures(): Promise<Record<PictureName, DemoPicture>> {
  const drawn = Object.entries(PICTURES).map(async ([name, { altText, svg }]) => {
    const source = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 1080 1080">${svg}</svg>`;
    const bytes = await sharp(Buffer.from(source)).jpeg({ quality: 82 }).toBuffer();
    return [name, { name: `${name}.jpg`, altText, bytes, width: SIDE, height: SIDE }] as const;
  });
  return Object.fromEntries(await Promise.all(drawn)) as Record<PictureName, DemoPicture>;
}

/** A picture as a platform of the sandbox keeps it. */
export const sandboxMediaOf = ({ bytes, width, height, altText }: DemoPicture) => ({
  mimeType: 'image/jpeg',
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  width,
  height,
  altText,
});
