import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A converted image, shared by all parts, retries and workers. */
@Entity('media_conversions')
export class MediaConversionEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'media_conversions_pkey' })
  mediaId: string;

  /** SHA-256 of the rule, the framing and of what was converted, hex. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'media_conversions_pkey' })
  rule: string;

  /** Storage key. */
  @Column('text')
  fileName: string;

  @Column('text')
  mimeType: string;

  @Column('integer')
  size: number;

  @Column('integer')
  width: number;

  @Column('integer')
  height: number;
}
