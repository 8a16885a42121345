/** Labels, and the posts and files that have them. */
export const LABELS = `
CREATE TABLE labels (
  id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  name text NOT NULL,
  -- The name without case.
  name_key text NOT NULL,
  color text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT labels_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX labels_name_key ON labels (user_id, name_key);

CREATE TABLE group_labels (
  label_id varchar(24) NOT NULL,
  group_id varchar(24) NOT NULL,
  CONSTRAINT group_labels_pkey PRIMARY KEY (label_id, group_id),
  CONSTRAINT group_labels_label_fkey FOREIGN KEY (label_id) REFERENCES labels (id) ON DELETE CASCADE,
  CONSTRAINT group_labels_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups (id) ON DELETE CASCADE
);
CREATE INDEX group_labels_group_idx ON group_labels (group_id);

CREATE TABLE media_labels (
  label_id varchar(24) NOT NULL,
  media_id varchar(24) NOT NULL,
  CONSTRAINT media_labels_pkey PRIMARY KEY (label_id, media_id),
  CONSTRAINT media_labels_label_fkey FOREIGN KEY (label_id) REFERENCES labels (id) ON DELETE CASCADE,
  CONSTRAINT media_labels_media_fkey FOREIGN KEY (media_id) REFERENCES media (id) ON DELETE CASCADE
);
CREATE INDEX media_labels_media_idx ON media_labels (media_id);
`;
