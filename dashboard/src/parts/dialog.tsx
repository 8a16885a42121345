import { t } from '@lingui/core/macro';
import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useRef } from 'react';

type DialogProps = Pick<
  ModalProps,
  'title' | 'size' | 'onClose' | 'closeOnClickOutside' | 'closeOnEscape' | 'withCloseButton' | 'children'
>;

/** A dialog, shown while it is rendered. Afterwards the focus returns to the previous element. */
export function Dialog({ onClose, children, ...props }: DialogProps) {
  const before = useRef(document.activeElement);
  const content = useRef<HTMLDivElement>(null);
  useEffect(
    () => () => {
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
    },
    [],
  );
  // Escape closes only the topmost dialog.
  const closeOnTop = () => {
    const dialogs = [...document.querySelectorAll('[role="dialog"]')];
    if (dialogs.at(-1)?.contains(content.current)) onClose();
  };
  return (
    <Modal
      opened
      returnFocus={false}
      centered
      closeButtonProps={{ 'aria-label': t`Close` }}
      onClose={closeOnTop}
      {...props}
    >
      <div ref={content}>{children}</div>
    </Modal>
  );
}
