import { t } from '@lingui/core/macro';
import { useDebouncedValue } from '@mantine/hooks';
import { LinkIcon } from '@primer/octicons-react';
import { useQuery } from 'urql';
import { graphql } from '../../api/graphql.js';
import classes from './link-card.module.css';

const LINK_PREVIEW = graphql(`
  query LinkPreview($url: URL!) {
    linkPreview(url: $url) {
      url
      title
      description
      picture
    }
  }
`);

/** A page is read once its address is no longer being written. */
const PAUSE_MS = 1_000;

/** The card of a page; nothing if the page cannot be read. */
export function LinkCard({ url, kind }: { url: string; kind: 'large' | 'small' | 'quote' }) {
  const [settled] = useDebouncedValue(url, PAUSE_MS);
  const isReadable = URL.canParse(settled) && settled === url;
  const [{ data, error }] = useQuery({
    query: LINK_PREVIEW,
    variables: { url: settled },
    pause: !isReadable,
    requestPolicy: 'cache-first',
  });
  const page = data?.linkPreview?.url === url ? data.linkPreview : null;
  if (error || (isReadable && data?.linkPreview === null)) return null;
  const host = URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url;
  return (
    <div
      className={classes.card}
      data-large={(kind !== 'small' && page?.picture !== null && page !== null) || undefined}
      data-quote={kind === 'quote' || undefined}
      data-testid="link-card"
    >
      {page?.picture ? (
        <img src={page.picture} alt="" className={classes.cardPicture} />
      ) : (
        <span className={classes.cardIcon}>
          <LinkIcon size={24} />
        </span>
      )}
      <span className={classes.cardText}>
        <span className={classes.host}>{host}</span>
        <span className={classes.cardTitle}>{page?.title ?? t`Reading the page…`}</span>
        {page?.description && <span className={classes.cardAbout}>{page.description}</span>}
      </span>
    </div>
  );
}
