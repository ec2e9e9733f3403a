<?php
/**
 * Lets authors write the tag itself. WordPress removes tags that it does not know, and keeps their children as text.
 *
 * @package WalletConnectButton
 */

namespace WalletConnectButton;

defined( 'ABSPATH' ) || exit;

add_filter(
	'wp_kses_allowed_html',
	function ( $tags, $context ) {
		if ( 'post' === $context ) {
			$tags['wallet-connect-button'] = array_fill_keys( array_keys( authors_attributes() ), true ) + array(
				'id'    => true,
				'class' => true,
				'style' => true,
				'slot'  => true,
			);
			foreach ( array( 'span', 'p', 'strong', 'em', 'h1', 'h2', 'h3', 'h4', 'li', 'div', 'a' ) as $tag ) {
				if ( isset( $tags[ $tag ] ) && is_array( $tags[ $tag ] ) ) {
					$tags[ $tag ]['data-wallet-text'] = true;
				}
			}
		}
		return $tags;
	},
	10,
	2
);

// A tag that an author wrote also needs the script, which nothing else has enqueued yet: in a post, a block or a classic widget.
foreach ( array( 'the_content', 'render_block', 'widget_text', 'widget_custom_html_content' ) as $place ) {
	add_filter(
		$place,
		function ( $content ) {
			if ( false !== strpos( (string) $content, '<wallet-connect-button' ) ) {
				wp_enqueue_script( HANDLE );
			}
			return $content;
		},
		99
	);
}
