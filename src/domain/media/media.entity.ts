import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Framing } from '../../platforms/port/framing.js';
import type { MediaType } from '../posts/state/media-type.js';
import type { MediaMetadata, MediaOrigin, MediaStatus } from './media.js';

/** A file of a post group. Without a foreign key: REST attaches to any id [get-upload-url/postGroupId]. */
@Entity('media')
@Index('media_group_idx', ['groupId', 'userId', 'addedAt', 'id'])
@Index('media_added_idx', ['addedAt'])
@Index('media_user_idx', ['userId', 'id'])
@Index('media_library_idx', ['userId', 'addedAt', 'id'], { where: "origin <> 'use' AND status = 'ready'" })
@Index('media_library_name_idx', { synchronize: false })
@Index('media_object_idx', ['fileName'])
@Index('media_sha256_idx', ['userId', 'sha256'], { where: 'sha256 IS NOT NULL' })
@Index('media_stored_idx', ['id'], { where: "status <> 'broken'" })
export class MediaEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'media_pkey' })
  id: string;

  @Column('varchar', { length: 24 })
  userId: string;

  @Column('text')
  groupId: string;

  @Column('text')
  type: MediaType;

  @Column('text')
  name: string;

  @Column('text')
  fileName: string;

  @Column('text')
  filePath: string;

  @Column('text')
  urlPure: string;

  @Column('text', { nullable: true })
  uploadUrl: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  uploadExpiresAt: Date;

  @Column('text')
  mimeType: string;

  /** The content type that it was declared to have. */
  @Column('text', { nullable: true })
  declaredMimeType: string | null;

  @Column('text', { default: 'upload' })
  origin: MediaOrigin;

  @Column('text')
  status: MediaStatus;

  @Column('text', { nullable: true })
  problem: string | null;

  @Column('jsonb')
  metadata: MediaMetadata;

  /** The bytes that it counts in storage: of the files that share an object, one counts them. */
  @Column('bigint', { default: 0, select: false })
  storedBytes: string;

  /** Storage key of a small picture of the object; null until it is made, and for videos. */
  @Column('text', { nullable: true })
  thumbnail: string | null;

  /** SHA-256 of the bytes of a file of the library, hex; null until it is inspected, and of other files. */
  @Column('text', { nullable: true, select: false })
  sha256: string | null;

  /** The bytes reserved for an upload in progress. */
  @Column('bigint', { default: 0, select: false })
  reservedBytes: string;

  /** Its position among the files of its group, from 0; null: after those that have one, in the order of arrival. */
  @Column('integer', { nullable: true })
  position?: number | null;

  /** What it shows, in words. */
  @Column('text', { nullable: true })
  altText: string | null;

  /** How platforms crop it, and where its focus is; as `parseFramings` returns them. */
  @Column('jsonb', { default: [] })
  framings: readonly Framing[];

  @Column({ type: 'timestamptz', precision: 3 })
  addedAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
