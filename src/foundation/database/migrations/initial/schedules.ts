/** Posting schedules, and the queues of groups that take their times. */
export const SCHEDULES = `
CREATE TABLE posting_schedules (
  id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  name text NOT NULL,
  time_zone text NOT NULL,
  times jsonb NOT NULL,
  platform_ids text[] NOT NULL,
  paused_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT posting_schedules_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX posting_schedules_name_key ON posting_schedules (user_id, lower(name));

CREATE TABLE queue_entries (
  group_id varchar(24) NOT NULL,
  schedule_id varchar(24) NOT NULL,
  slot_at timestamptz(3) NOT NULL,
  held_at timestamptz(3),
  CONSTRAINT queue_entries_pkey PRIMARY KEY (group_id),
  CONSTRAINT queue_entries_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups (id) ON DELETE CASCADE,
  CONSTRAINT queue_entries_schedule_fkey FOREIGN KEY (schedule_id) REFERENCES posting_schedules (id) ON DELETE CASCADE,
  -- Two groups can exchange their times in one statement.
  CONSTRAINT queue_entries_slot_key UNIQUE (schedule_id, slot_at) DEFERRABLE INITIALLY IMMEDIATE
);

-- Independent of the code that changes a group, it leaves the queue if it loses its slot or is taken back to draft. While
-- the schedule is paused, groups in the queue have no time.
CREATE FUNCTION leave_queue() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     DELETE FROM queue_entries e USING posting_schedules s
      WHERE e.group_id = NEW.id AND s.id = e.schedule_id
        AND (NEW.scheduled_time IS DISTINCT FROM CASE WHEN s.paused_at IS NULL THEN e.slot_at END
             OR (OLD.status = 'scheduled' AND NEW.status = 'draft' AND NEW.scheduled_time IS NOT NULL));
     RETURN NULL;
   END $$;
CREATE TRIGGER leave_queue AFTER UPDATE ON post_groups
  FOR EACH ROW WHEN (old.scheduled_time IS DISTINCT FROM new.scheduled_time
                     OR (old.status = 'scheduled' AND new.status = 'draft')) EXECUTE FUNCTION leave_queue();
`;
