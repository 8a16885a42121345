import { Field, Float, InputType, ObjectType } from 'type-graphql';
import type { PlatformKey } from '../../../platforms/port/platform.js';
import { PlatformEnum } from '../../platforms/platform.types.js';

export const FRAMINGS =
  'At most one for each platform and one for all others. Of still images only: a video or an animation, a crop that is outside of the image or leaves less than 16x16 pixels, and a number out of range are FRAMING_INVALID. What is known only when the file is inspected is reported when the post is scheduled.';

const OF_WIDTH = 'From 0 to 1: a fraction of the width, from the left.';
const OF_HEIGHT = 'From 0 to 1: a fraction of the height, from the top.';
const PLATFORM = 'The platform that it is for; null: all platforms without their own.';
const CROP =
  'The area of the original, as it is shown, that is sent. A platform that does not accept its aspect ratio gets less of it. Null: the whole image.';
const FOCUS =
  'What stays visible when a platform’s aspect ratio requires a cut; where a platform has a focus of its images, it is sent as that. Null: the centre.';

@InputType({ description: 'A point of an image.' })
export class ImagePointInput {
  @Field(() => Float, { description: OF_WIDTH })
  x: number;

  @Field(() => Float, { description: OF_HEIGHT })
  y: number;
}

@InputType({ description: 'An area of an image, inside of it.' })
export class ImageAreaInput {
  @Field(() => Float, { description: OF_WIDTH })
  x: number;

  @Field(() => Float, { description: OF_HEIGHT })
  y: number;

  @Field(() => Float, { description: 'More than 0, and at most 1 with `x`: a fraction of the width.' })
  width: number;

  @Field(() => Float, { description: 'More than 0, and at most 1 with `y`: a fraction of the height.' })
  height: number;
}

@InputType({
  description: 'How an image is cropped, and where its focus is: a crop, a focus, or both (FRAMING_INVALID).',
})
export class FramingInput {
  @Field(() => PlatformEnum, { nullable: true, description: PLATFORM })
  platform?: PlatformKey | null;

  @Field(() => ImageAreaInput, { nullable: true, description: CROP })
  crop?: ImageAreaInput | null;

  @Field(() => ImagePointInput, { nullable: true, description: FOCUS })
  focus?: ImagePointInput | null;
}

@ObjectType({ description: 'A point of an image.' })
export class ImagePoint {
  @Field(() => Float, { description: OF_WIDTH })
  x: number;

  @Field(() => Float, { description: OF_HEIGHT })
  y: number;
}

@ObjectType({ description: 'An area of an image.' })
export class ImageArea {
  @Field(() => Float, { description: OF_WIDTH })
  x: number;

  @Field(() => Float, { description: OF_HEIGHT })
  y: number;

  @Field(() => Float, { description: 'A fraction of the width.' })
  width: number;

  @Field(() => Float, { description: 'A fraction of the height.' })
  height: number;
}

@ObjectType('Framing', { description: 'How an image is cropped, and where its focus is. The original stays as it is.' })
export class FramingType {
  @Field(() => PlatformEnum, { nullable: true, description: PLATFORM })
  platform: PlatformKey | null;

  @Field(() => ImageArea, { nullable: true, description: CROP })
  crop: ImageArea | null;

  @Field(() => ImagePoint, { nullable: true, description: FOCUS })
  focus: ImagePoint | null;
}
