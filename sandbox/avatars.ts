import { createHash } from 'node:crypto';
import express, { type Router } from 'express';
import sharp from 'sharp';

const size = 96;

/** The picture of an account. Its colours are derived from its name. */
export function avatarsRouter(): Router {
  const router = express.Router();
  router.get('/:platform/avatars/:name.jpg', async (req, res) => {
    const [hue = 0, turn = 0] = createHash('sha256').update(`${req.params.platform}/${req.params.name}`).digest();
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
      <rect width="100%" height="100%" fill="hsl(${hue * 1.4} 55% 45%)"/>
      <circle cx="${turn / 2.7}" cy="48" r="40" fill="hsl(${hue * 1.4 + 60} 60% 65%)"/>
    </svg>`;
    res.type('jpeg').send(await sharp(Buffer.from(svg)).jpeg().toBuffer());
  });
  return router;
}
