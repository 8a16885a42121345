/** What a file is. */
export enum MediaType {
  IMAGE = 'image',
  VIDEO = 'video',
}
