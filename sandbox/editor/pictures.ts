import sharp from 'sharp';

/** Colors of a picture: n8n's editor has few, and so a file is a third of its size. */
const COLORS = 256;

/** One picture of a moving picture. */
export interface Frame {
	png: Buffer;
	/** How long it is shown, in milliseconds. */
	ms: number;
}

/** Writes a PNG with as few bytes as its colors allow. */
export async function writePng(png: Buffer, file: string): Promise<void> {
	await sharp(png).png({ palette: true, colors: COLORS, effort: 10 }).toFile(file);
}

/** Writes frames of one size as a GIF that starts over at its end. */
export async function writeGif(frames: Frame[], file: string): Promise<void> {
	await sharp(
		frames.map(({ png }) => png),
		{ join: { animated: true } },
	)
		.gif({ delay: frames.map(({ ms }) => ms), loop: 0, colours: 128, dither: 0, effort: 10 })
		.toFile(file);
}
