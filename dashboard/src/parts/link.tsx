import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type PageLinkProps = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>;

/** A link to a page of the dashboard. */
export const PageLink = createLink((props: PageLinkProps) => <Anchor {...props} />);

type ButtonLinkProps = ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>;

/** A link to a page of the dashboard that looks like a button: for the one primary action of a page. */
export const ButtonLink = createLink((props: ButtonLinkProps) => <Button component="a" {...props} />);
