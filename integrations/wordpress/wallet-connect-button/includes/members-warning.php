<?php
/**
 * On the plugins' page: what everybody could read without this plugin, because WordPress then shows the shortcode and its content as text.
 *
 * @package WalletConnectButton
 */

namespace WalletConnectButton;

defined( 'ABSPATH' ) || exit;

/** Links to the pages, patterns and widgets that have a part for members. */
function find_members_places(): array {
	global $wpdb;
	$like   = '%' . $wpdb->esc_like( 'wallet_members' ) . '%';
	$found  = $wpdb->get_results(
		$wpdb->prepare(
			"SELECT ID, post_title FROM $wpdb->posts WHERE ( post_content LIKE %s OR post_excerpt LIKE %s ) AND post_status NOT IN ( 'trash', 'auto-draft', 'inherit' ) ORDER BY post_title LIMIT 200",
			$like,
			$like
		)
	);
	$places = array();
	foreach ( $found as $post ) {
		$title    = '' === $post->post_title ? "#$post->ID" : $post->post_title;
		$places[] = sprintf( '<a href="%s">%s</a>', esc_url( admin_url( "post.php?post=$post->ID&action=edit" ) ), esc_html( $title ) );
	}
	$widgets = wp_json_encode( array( get_option( 'widget_text' ), get_option( 'widget_block' ), get_option( 'widget_custom_html' ) ) );
	if ( has_members_tag( $widgets ) ) {
		$places[] = sprintf( '<a href="%s">%s</a>', esc_url( admin_url( 'widgets.php' ) ), esc_html__( 'Widgets', 'wallet-connect-button' ) );
	}
	return $places;
}

add_action(
	'after_plugin_row_' . plugin_basename( folder() . 'wallet-connect-button.php' ),
	function () {
		$places = find_members_places();
		if ( array() === $places ) {
			return;
		}
		printf(
			'<tr class="plugin-update-tr active"><td colspan="4" class="plugin-update colspanchange"><div class="notice inline notice-warning notice-alt"><p>%s %s</p></div></td></tr>',
			esc_html__( 'If you deactivate or delete this plugin, everybody can read what is for members on these pages. Remove it there first:', 'wallet-connect-button' ),
			implode( ', ', $places ) // phpcs:ignore WordPress.Security.EscapeOutput -- each link is escaped.
		);
	}
);
